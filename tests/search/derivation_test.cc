#include "search/derivation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(DerivationTree, SharesBeginnings) {
  constexpr Transition kFirst{Action::kShift, kNoLabel};
  constexpr Transition kSecond{Action::kRight, 3};
  constexpr Transition kOther{Action::kLeft, 1};
  DerivationTree tree;
  const auto one = tree.add(DerivationTree::kStart, kFirst);
  const auto two = tree.add(one, kSecond);
  const auto other = tree.add(one, kOther);
  std::vector<Transition> read{kOther};
  tree.read(DerivationTree::kStart, read);
  EXPECT_THAT(read, IsEmpty());
  tree.read(two, read);
  EXPECT_THAT(read, ElementsAre(kFirst, kSecond));
  tree.read(other, read);
  EXPECT_THAT(read, ElementsAre(kFirst, kOther));
  tree.clear();
  const auto again = tree.add(DerivationTree::kStart, kOther);
  tree.read(again, read);
  EXPECT_THAT(read, ElementsAre(kOther));
}

}  // namespace
}  // namespace panarc
