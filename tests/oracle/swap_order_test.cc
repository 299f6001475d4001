#include "oracle/swap_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "oracle/swap_trees.h"
#include "panarc/error.h"

namespace panarc {
namespace {

using swap_test::index;
using swap_test::tree;
using testing::ElementsAre;

TEST(ProjectiveOrder, IsTheInOrderTraversalOfEveryShortTree) {
  swap_test::for_each_tree_up_to(6, [](const Heads& heads) {
    ASSERT_EQ(projective_order(heads), swap_test::Judge(heads).rank());
  });
}

RC_GTEST_PROP(ProjectiveOrder, IsTheInOrderTraversalOfLongTrees, ()) {
  const Heads heads =
      swap_test::random_tree(*rc::gen::inRange(1, 200), *rc::gen::arbitrary<unsigned>());
  RC_ASSERT(projective_order(heads) == swap_test::Judge(heads).rank());
}

TEST(ProjectiveOrder, IsThatOfTheSlides) {
  // Ausgelöst wurde sie durch Intel -> Ausgelöst durch Intel wurde sie
  EXPECT_THAT(projective_order(tree({2, 0, 2, 1, 4})), ElementsAre(0, 1, 4, 5, 2, 3));
}

TEST(ProjectiveOrder, DoesNotRecur) {
  constexpr Node kWords = 1'000'000;
  Heads chain(kWords + 1);
  for (Node word = 0; word <= kWords; ++word) chain[index(word)] = word - 1;
  EXPECT_EQ(projective_order(chain).back(), kWords);
}

TEST(ProjectiveOrder, RefusesWhatIsNoTree) {
  EXPECT_THROW(projective_order({}), Error);
  EXPECT_THROW(projective_order(std::vector<Node>{0, 0}), Error);
  EXPECT_THROW(projective_order(tree({kNoHead})), Error);
  EXPECT_THROW(projective_order(tree({2})), Error);
  EXPECT_THROW(projective_order(tree({1})), Error);
  EXPECT_THROW(projective_order(tree({0, 3, 2})), Error);
}

TEST(ProjectiveComponents, OfAProjectiveTreeAreOne) {
  swap_test::for_each_tree_up_to(6, [](const Heads& heads) {
    const std::vector<int> rank = projective_order(heads);
    const std::vector<Node> components = projective_components(heads);
    const bool one = std::count(components.begin(), components.end(), kRoot) ==
                     static_cast<std::ptrdiff_t>(heads.size());
    ASSERT_EQ(one, std::is_sorted(rank.begin(), rank.end()));
  });
}

TEST(ProjectiveComponents, AreTheTreesThatNeedNoSwap) {
  // wurde -> sie and durch -> Intel can be built before anything is swapped.
  EXPECT_THAT(projective_components(tree({2, 0, 2, 1, 4})), ElementsAre(0, 1, 2, 2, 4, 4));
  EXPECT_THAT(projective_components(tree({0, 0, 1, 0, 3})), ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(ProjectiveComponents, AreConnectedThroughTheirTop) {
  swap_test::for_each_tree_up_to(6, [](const Heads& heads) {
    const std::vector<Node> components = projective_components(heads);
    for (Node word = 1; index(word) < heads.size(); ++word) {
      const Node top = components[index(word)];
      ASSERT_TRUE(top == word || components[index(heads[index(word)])] == top);
    }
  });
}

}  // namespace
}  // namespace panarc
