#include <gtest/gtest.h>

#include <random>

#include "feature/plan.h"
#include "support/allocations.h"
#include "support/random_weights.h"
#include "transition/arc_hybrid.h"
#include "transition/systems.h"

namespace panarc {
namespace {

TEST(Allocation, FeaturesNeedNoneOnceTheRoomHasGrown) {
  std::mt19937 random(1);
  const FeaturePlan plan = test::plan_of(*built_in_templates("zn11-morphology"));
  const EncodedSentence words = test::random_words(random, 20, plan.columns().size());
  FeaturePlan::Scratch scratch;
  std::vector<std::uint64_t> keys(plan.key_count());
  ParseState state(20, {});
  ParseState copy = state;
  std::size_t before = 0;
  std::uint64_t sum = 0;
  for (int round = 0; round < 3; ++round) {
    if (round == 1) before = test::allocations;
    for (state.reset(20, {}); !ArcHybrid::is_final(state.configuration());) {
      plan.gather(state, words, scratch);
      for (std::size_t group = 0; group < plan.group_count(); ++group) {
        sum += plan.signature(group, scratch);
        sum += plan.keys(group, scratch, keys.data());
      }
      const ActionSet legal = legal_actions<ArcHybrid>(state.configuration());
      const Action action = *legal.begin();
      copy = state;
      copy.advance<ArcHybrid>({action, adds_arc<ArcHybrid>(action) ? 0 : kNoLabel});
      std::swap(copy, state);
    }
  }
  EXPECT_EQ(test::allocations - before, 0U);
  EXPECT_NE(sum, 0U);
}

TEST(Allocation, EncodingNeedsNoneOnceTheRoomHasGrown) {
  const FeaturePlan plan = test::plan_of(*built_in_templates("zn11-morphology"));
  const WordEncoder encoder(plan.columns());
  const Sentence sentence =
      Sentence::from_text("1\tWord\tword\tNOUN\tNN\tCase=Nom\t0\troot\t_\t_\n\n");
  EncodedSentence words;
  encoder.encode(sentence, words);
  const std::size_t before = test::allocations;
  for (int round = 0; round < 3; ++round) encoder.encode(sentence, words);
  EXPECT_EQ(test::allocations - before, 0U);
}

}  // namespace
}  // namespace panarc
