#include "oracle/gold.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oracle/oracle.h"
#include "support/trees.h"
#include "transition/systems.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr RootPosition kFirst = RootPosition::kFirst;
constexpr RootPosition kLast = RootPosition::kLast;

TEST(Gold, ValuesAgreeWithWhatIsKnown) {
  Gold gold(Heads{kNoHead, 2, 0, kNoHead});
  EXPECT_EQ(gold.value({2, 1}, kLast), 1);
  EXPECT_EQ(gold.value({3, 1}, kLast), 0);
  EXPECT_EQ(gold.value({0, 2}, kFirst), 1);
  EXPECT_EQ(gold.value({2, 3}, kLast), 0);
  gold.set_heads(3, std::vector<Node>{1, 2});
  EXPECT_EQ(gold.value({1, 3}, kLast), 1);
  EXPECT_EQ(gold.value({2, 3}, kLast), 1);
  EXPECT_EQ(gold.value({0, 3}, kLast), 0);
}

TEST(Gold, RootCountsOnTheSideWhereItStands) {
  Gold gold(2);
  gold.set_side(1, Gold::Known::kLeft);
  gold.set_side(2, Gold::Known::kRight);
  EXPECT_EQ(gold.value({kRoot, 1}, kFirst), 1);
  EXPECT_EQ(gold.value({kRoot, 1}, kLast), 0);
  EXPECT_EQ(gold.value({kRoot, 2}, kLast), 1);
  EXPECT_EQ(gold.value({1, 2}, kLast), 0);
}

TEST(Gold, EmptyHeadsAreReproducedUnlessTheyAreConstraints) {
  Gold gold(Heads{kNoHead, 2, kNoHead});
  EXPECT_EQ(gold.none_value(1), 0);
  EXPECT_EQ(gold.none_value(2), 1);
  gold.set_reproduce_empty(false);
  EXPECT_EQ(gold.none_value(2), 0);
}

TEST(Gold, AWrongLabelTakesTheValueOfARightHead) {
  Gold gold(Heads{kNoHead, 2, kNoHead, 2});
  gold.set_label(1, 4);
  gold.set_label(2, 5);
  EXPECT_EQ(gold.label_penalty({2, 1}, 4, kLast), 0);
  EXPECT_EQ(gold.label_penalty({2, 1}, 9, kLast), 1);
  EXPECT_EQ(gold.label_penalty({2, 1}, kNoLabel, kLast), 0);
  // The head is wrong already.
  EXPECT_EQ(gold.label_penalty({3, 1}, 9, kLast), 0);
  // Of word 2 the label is all that is known; of word 3 it is not.
  EXPECT_EQ(gold.label_penalty({1, 2}, 9, kLast), 1);
  EXPECT_EQ(gold.label_penalty({2, 3}, 9, kLast), 0);
}

TEST(Gold, DropsArcsThatAreTooLong) {
  Gold gold(Heads{kNoHead, 3, 0, 2});
  gold.set_heads(3, std::vector<Node>{0, 2});
  gold.drop_longer_than(1, kLast);
  EXPECT_EQ(gold.known(1), Gold::Known::kNothing);
  EXPECT_EQ(gold.known(2), Gold::Known::kNothing);
  EXPECT_THAT(gold.heads(3), ElementsAre(0, 2));
  gold.drop_longer_than(1, kFirst);
  EXPECT_THAT(gold.heads(3), ElementsAre(2));
}

TEST(Gold, ListsChildrenInOrder) {
  const Gold gold(Heads{kNoHead, 2, 0, 2, 2});
  EXPECT_THAT(gold.children(2), ElementsAre(1, 3, 4));
  EXPECT_THAT(gold.children(1), IsEmpty());
  EXPECT_EQ(gold.only_root(), 2);
  EXPECT_EQ(Gold(Heads{kNoHead, 0, 0}).only_root(), kNoHead);
}

TEST(Gold, IsProjectiveIfASystemCanBuildAllOfIt) {
  Oracle<ArcHybrid> oracle;
  for (Node words = 1; words <= 4; ++words) {
    test::for_each_tree(words, true, [&](const Heads& heads) {
      const Gold gold(heads);
      const int known = static_cast<int>(heads.size()) - 1 -
                        static_cast<int>(std::count(heads.begin() + 1, heads.end(), kNoHead));
      const Configuration initial(words, {.root = kLast});
      EXPECT_EQ(gold.projective(), oracle.best_completion(initial, gold) == known)
          << testing::PrintToString(heads);
    });
  }
}

TEST(Gold, WithACycleOrSeveralHeadsIsNotProjective) {
  EXPECT_FALSE(Gold(Heads{kNoHead, 2, 1}).projective());
  Gold several(Heads{kNoHead, 0, 1});
  EXPECT_TRUE(several.projective());
  several.set_heads(2, std::vector<Node>{0, 1});
  EXPECT_FALSE(several.projective());
  several.set_side(2, Gold::Known::kLeft);
  EXPECT_FALSE(several.projective());
}

}  // namespace
}  // namespace panarc
