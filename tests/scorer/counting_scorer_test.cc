#include "scorer/counting_scorer.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "support/random_weights.h"
#include "transition/arc_eager.h"

namespace panarc {
namespace {

/// Scores are those of the scorer itself, and every feature of every state counts once per call.
TEST(CountingScorer, CountsWhatIsScoredAndChangesNothing) {
  const FeaturePlan plan = test::plan_of("s0.form b0.form s0.form+b0.form");
  const test::RandomWeights weights(4, 1);
  EncodedSentence words;
  WordEncoder(plan.columns())
      .encode(Sentence::from_text("1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n2\tb\t_\t_\t_\t_\t1\t_\t_\t_\n\n"),
              words);
  FeatureCounts counts;
  CountingLearningScorer<FeaturePlan> counting(
      std::make_unique<test::RandomScorer>(plan, weights, 1), plan, counts);
  counting.begin(words);
  const ParseState start(2, {});
  ParseState next = start;
  next.advance<ArcEager>({Action::kShift, kNoLabel});
  const std::vector<const ParseState*> both{&start, &next};
  const std::vector<const ParseState*> one{&next};
  for (const auto& states : {both, one}) {
    const auto rows = counting.score(states);
    for (std::size_t i = 0; i < states.size(); ++i) {
      const auto expected = test::plain_scores(plan, weights, *states[i], words);
      for (std::size_t cls = 0; cls < 4; ++cls) EXPECT_EQ(rows[i][cls], expected[cls]);
    }
  }
  // The first has no top of the stack, and so one feature; the second, scored twice, has three.
  EXPECT_EQ(counts.total(), 1U + 2 * 3U);
  EXPECT_EQ(counts.features(), 4U);
  FeaturePlan::Scratch scratch;
  plan.gather(next, words, scratch);
  std::vector<std::uint64_t> keys(plan.key_count());
  for (std::size_t group = 0; group < plan.group_count(); ++group) {
    const std::size_t count = plan.keys(group, scratch, keys.data());
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(counts.of(keys[i]), 2U);
  }
}

}  // namespace
}  // namespace panarc
