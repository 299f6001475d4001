#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <vector>

#include "feature/plan.h"
#include "model/spec.h"
#include "support/plan_keys.h"
#include "support/random_weights.h"
#include "transition/systems.h"

/// Features of what the words alone do not say: heads that are given, and tags that are chosen.

namespace panarc {
namespace {

TEST(FeaturePlan, AsksWhereAGivenHeadIs) {
  const FeaturePlan plan = test::plan_of("s0.given");
  // [1 2 3|4 5 0]
  ParseState state(5, {});
  for (int i = 0; i < 3; ++i) state.advance<ArcEager>({Action::kShift, kNoLabel});
  const auto keys = [&](std::optional<Node> head) {
    EncodedSentence words;
    words.reset(5, 0);
    if (head) words.give_head(3, *head);
    return test::keys_of(plan, state, words);
  };
  EXPECT_TRUE(keys(std::nullopt).empty());
  // The second of the stack, further before, the front of the buffer, further after, and ROOT.
  std::set<std::vector<std::uint64_t>> different;
  for (const Node head : {2, 1, 4, 5, 0}) different.insert(keys(head));
  EXPECT_EQ(different.size(), 5U);
  for (const auto& one : different) EXPECT_EQ(one.size(), 1U);
}

TEST(FeaturePlan, TagsAreThoseThatWereChosen) {
  ModelOptions options;
  options.features = "s0.upos b0.upos b1.upos history1 t0.upos t1.upos t0n.upos";
  options.tags = {"A", "B"};
  const FeaturePlan plan(templates_of(options));
  const Sentence sentence =
      Sentence::from_text("1\tx\t_\tA\t_\t_\t_\t_\t_\t_\n2\ty\t_\tA\t_\t_\t_\t_\t_\t_\n\n");
  WordEncoder encoder(plan.columns());
  encoder.set_tags(options.tags);
  EncodedSentence words;
  encoder.encode(sentence, words);
  ParseState state(2, {}, TagTime::kAtFront);
  const auto keys = [&] { return test::keys_of(plan, state, words); };
  const auto keys_of_tag = [&](Label tag) {
    state.reset(2, {}, TagTime::kAtFront);
    state.set_tag(tag);
    return keys();
  };
  // Where a tag is chosen, only t0 and what is around it are there: t0, t0n.
  EXPECT_EQ(keys().size(), 2U);
  // b0 and b1; no t0. A word without a tag has that of its column.
  const auto first = keys_of_tag(0);
  EXPECT_EQ(first.size(), 2U);
  EXPECT_NE(first, keys_of_tag(1));
  state.advance<ArcEager>({Action::kShift, kNoLabel});
  EXPECT_EQ(keys().size(), 2U) << "t0 and t1";
  state.set_tag(0);
  EXPECT_EQ(keys().size(), 4U) << "s0, b0, ROOT behind it, and history1";
  const auto with_first = keys();
  state.reset(2, {}, TagTime::kNever);
  state.advance<ArcEager>({Action::kShift, kNoLabel});
  EXPECT_NE(keys(), with_first) << "s0 was tagged B";
}

}  // namespace
}  // namespace panarc
