#include "oracle/gold.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oracle/oracle.h"
#include "support/known.h"
#include "support/message_of.h"
#include "support/trees.h"
#include "transition/systems.h"

namespace panarc {
namespace {

using test::gold_of;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr RootPosition kFirst = RootPosition::kFirst;
constexpr RootPosition kLast = RootPosition::kLast;

TEST(Gold, ValuesAgreeWithWhatIsKnown) {
  const Gold gold(Heads{kNoHead, 2, 0, kNoHead});
  EXPECT_EQ(gold.value({2, 1}, kLast), 1);
  EXPECT_EQ(gold.value({3, 1}, kLast), 0);
  EXPECT_EQ(gold.value({0, 2}, kFirst), 1);
  EXPECT_EQ(gold.value({2, 3}, kLast), 0);
  const Gold several = gold_of({{}, {}, {}, {.heads = {{1}, {2}}}});
  EXPECT_EQ(several.value({1, 3}, kLast), 1);
  EXPECT_EQ(several.value({2, 3}, kLast), 1);
  EXPECT_EQ(several.value({0, 3}, kLast), 0);
}

TEST(Gold, RootCountsOnTheSideWhereItStands) {
  const Gold gold = gold_of({{}, {.side = Side::kLeft}, {.side = Side::kRight}});
  EXPECT_EQ(gold.value({kRoot, 1}, kFirst), 1);
  EXPECT_EQ(gold.value({kRoot, 1}, kLast), 0);
  EXPECT_EQ(gold.value({kRoot, 2}, kLast), 1);
  EXPECT_EQ(gold.value({1, 2}, kLast), 0);
}

TEST(Gold, CanBeMirrored) {
  const Gold gold = gold_of({{},
                             {.heads = {{3, {"1"}}, {kRoot}}},
                             {.side = Side::kRight, .labels = {"2"}, .span_end = 3},
                             {.forbidden_heads = {1}},
                             {.span_end = 4}});
  const Gold other = gold.mirrored();
  EXPECT_NE(other.id(), gold.id());
  const auto mirror = [](Node node) { return node == kRoot ? node : 5 - node; };
  for (Node word = 1; word <= 4; ++word) {
    for (Node head = 0; head <= 4; ++head) {
      if (head == word) continue;
      const Arc arc{mirror(head), mirror(word)};
      EXPECT_EQ(other.value(arc, kFirst), gold.value({head, word}, kLast)) << head << word;
      EXPECT_EQ(other.value(arc, kLast), gold.value({head, word}, kFirst)) << head << word;
      for (const Label label : {1, 2}) {
        EXPECT_EQ(other.label_penalty(arc, label, kFirst),
                  gold.label_penalty({head, word}, label, kLast));
      }
    }
  }
}

TEST(Gold, AnyHeadButTheForbiddenOnesIsRight) {
  const Gold gold = gold_of({{}, {.forbidden_heads = {0, 3}}, {}, {}});
  EXPECT_EQ(gold.value({2, 1}, kLast), 1);
  EXPECT_EQ(gold.value({3, 1}, kLast), 0);
  EXPECT_EQ(gold.value({0, 1}, kLast), 0);
  EXPECT_TRUE(gold.knows_head(1));
  EXPECT_EQ(gold.none_value(1), 0);
}

TEST(Gold, AllThatIsKnownOfAHeadMustAgree) {
  const Gold gold = gold_of(
      {{}, {}, {.heads = {{1}, {3}, {4}}, .forbidden_heads = {3}, .side = Side::kRight}, {}, {}});
  EXPECT_EQ(gold.value({1, 2}, kLast), 0);
  EXPECT_EQ(gold.value({3, 2}, kLast), 0);
  EXPECT_EQ(gold.value({4, 2}, kLast), 1);
  EXPECT_EQ(gold.value({0, 2}, kLast), 0);
}

TEST(Gold, AnArcLosesOneForEverySpanThatItCrosses) {
  // 2-3 and 3-3 are subtrees.
  const Gold gold =
      gold_of({{}, {}, {.heads = {{1}}, .span_end = 3}, {.heads = {{1}}, .span_end = 3}, {}});
  EXPECT_EQ(gold.value({1, 2}, kLast), 0);   // right, and enters 2-3
  EXPECT_EQ(gold.value({4, 2}, kLast), -1);  // wrong, and enters it
  EXPECT_EQ(gold.value({1, 3}, kLast), -1);  // right, and enters both
  EXPECT_EQ(gold.value({2, 3}, kLast), -1);  // within 2-3, but into 3-3
  EXPECT_EQ(gold.value({2, 4}, kLast), -1);  // leaves 2-3
  EXPECT_EQ(gold.value({1, 4}, kLast), 0);
  EXPECT_FALSE(gold.projective());
}

TEST(Gold, EmptyHeadsAreReproducedUnlessTheyAreConstraints) {
  const Heads heads{kNoHead, 2, kNoHead};
  EXPECT_EQ(Gold(heads).none_value(1), 0);
  EXPECT_EQ(Gold(heads).none_value(2), 1);
  EXPECT_EQ(Gold(heads, {.reproduce_empty = false}).none_value(2), 0);
}

TEST(Gold, AWrongLabelTakesTheValueOfARightHead) {
  const Gold gold(Heads{kNoHead, 2, kNoHead, 2}, std::vector<Label>{kNoLabel, 4, 5, kNoLabel});
  EXPECT_EQ(gold.label_penalty({2, 1}, 4, kLast), 0);
  EXPECT_EQ(gold.label_penalty({2, 1}, 9, kLast), 1);
  EXPECT_EQ(gold.label_penalty({2, 1}, kNoLabel, kLast), 0);
  // The head is wrong already.
  EXPECT_EQ(gold.label_penalty({3, 1}, 9, kLast), 0);
  // Only the label of word 2 is known, and only the head of word 3.
  EXPECT_EQ(gold.label_penalty({1, 2}, 9, kLast), 1);
  EXPECT_EQ(gold.label_penalty({2, 3}, 9, kLast), 0);
}

TEST(Gold, AHeadMayComeWithItsLabels) {
  const Gold gold =
      gold_of({{}, {.heads = {{2, {"1", "3"}}, {3}}, .labels = {"5"}}, {.labels = {"6", "7"}}, {}});
  EXPECT_THAT(gold.labels({2, 1}), ElementsAre(1, 3));
  EXPECT_THAT(gold.labels({3, 1}), ElementsAre(5));
  EXPECT_THAT(gold.labels({0, 1}), ElementsAre(5));
  EXPECT_THAT(gold.labels({0, 2}), ElementsAre(6, 7));
  EXPECT_THAT(gold.labels({0, 3}), IsEmpty());
  EXPECT_EQ(gold.label_penalty({2, 1}, 3, kLast), 0);
  EXPECT_EQ(gold.label_penalty({2, 1}, 5, kLast), 1);
  EXPECT_EQ(gold.label_penalty({3, 1}, 5, kLast), 0);
  EXPECT_EQ(gold.label_penalty({0, 1}, 1, kLast), 0);
  EXPECT_EQ(gold.label_penalty({0, 2}, 1, kLast), 1);
}

TEST(Gold, ForgetsHeadsThatAreTooFarAway) {
  const std::vector<KnownWord> words{{}, {.heads = {{3}}}, {.heads = {{0}}}, {.heads = {{0}, {2}}}};
  const Gold root_last = gold_of(words, {.longest_arc = 1, .root = kLast});
  EXPECT_FALSE(root_last.knows_head(1));
  EXPECT_FALSE(root_last.knows_head(2));
  EXPECT_THAT(root_last.heads(3), ElementsAre(0, 2));
  EXPECT_THAT(gold_of(words, {.longest_arc = 1, .root = kFirst}).heads(3), ElementsAre(2));
  EXPECT_EQ(Gold(Heads{kNoHead, 3, 0, 2}, {.longest_arc = 1}).head(1), kNoHead);
}

TEST(Gold, RefusesWhatIsNotInTheSentence) {
  const auto refusal = [](const std::vector<KnownWord>& words) {
    return test::message_of([&] { gold_of(words); });
  };
  EXPECT_EQ(refusal({{}, {.heads = {{3}}}, {}}), "word 1 has head 3; expected 0 to 2");
  EXPECT_EQ(refusal({{}, {}, {.heads = {{2}}}}), "word 2 is its own head");
  EXPECT_EQ(refusal({{}, {.forbidden_heads = {-1}}, {}}), "word 1 has head -1; expected 0 to 2");
  EXPECT_EQ(refusal({{}, {.span_end = 3}, {}}), "the span of word 1 ends at 3; expected 1 to 2");
  EXPECT_EQ(refusal({{}, {}, {.span_end = 1}}), "the span of word 2 ends at 1; expected 2 to 2");
}

TEST(Gold, IsToldByItsIdFromEveryOther) {
  const Gold gold(Heads{kNoHead, 0});
  const Gold copy = gold;
  EXPECT_EQ(copy.id(), gold.id());
  EXPECT_NE(Gold(Heads{kNoHead, 0}).id(), gold.id());
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
  EXPECT_TRUE(Gold(Heads{kNoHead, 0, 1}).projective());
  EXPECT_FALSE(gold_of({{}, {.heads = {{0}}}, {.heads = {{0}, {1}}}}).projective());
  EXPECT_FALSE(gold_of({{}, {.heads = {{0}}}, {.side = Side::kLeft}}).projective());
  EXPECT_FALSE(gold_of({{}, {.heads = {{0}}}, {.forbidden_heads = {0}}}).projective());
}

}  // namespace
}  // namespace panarc
