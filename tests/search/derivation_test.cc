#include "search/derivation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "transition/transition.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(DerivationTree, SharesBeginnings) {
  constexpr Transition kFirst{Action::kShift, kNoLabel};
  constexpr Transition kSecond{Action::kRight, 3};
  constexpr Transition kOther{Action::kLeft, 1};
  using Tree = DerivationTree<Transition>;
  Tree tree;
  const auto one = tree.add(Tree::kStart, kFirst);
  const auto two = tree.add(one, kSecond);
  const auto other = tree.add(one, kOther);
  EXPECT_THAT(tree.read(Tree::kStart), IsEmpty());
  EXPECT_THAT(tree.read(two), ElementsAre(kFirst, kSecond));
  EXPECT_THAT(tree.read(other), ElementsAre(kFirst, kOther));
  tree.clear();
  const auto again = tree.add(Tree::kStart, kOther);
  EXPECT_THAT(tree.read(again), ElementsAre(kOther));
}

}  // namespace
}  // namespace panarc
