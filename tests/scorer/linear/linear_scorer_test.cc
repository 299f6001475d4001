#include "scorer/linear/linear_scorer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>

#include "scorer/linear/training_table.h"
#include "support/derivations.h"
#include "support/random_weights.h"
#include "support/systems.h"

namespace panarc {
namespace {

template <class Table>
using PlanScorer = LinearScorer<FeaturePlan, Table>;

template <class Table>
std::vector<typename Table::Score> scores_of(PlanScorer<Table>& scorer, const Table& table,
                                             const ParseState& state,
                                             const EncodedSentence& words) {
  scorer.begin(words);
  const ParseState* const states = &state;
  const auto* const scores = scorer.score(std::span(&states, 1)).front();
  return {scores, scores + table.classes()};
}

EncodedSentence words_of(const FeaturePlan& plan, int size) {
  std::mt19937 random(static_cast<unsigned>(size));
  return test::random_words(random, size, plan.columns().size());
}

TEST(Scorer, IsTheSumOfTheWeightsOfAllFeatures) {
  const FeaturePlan plan = test::plan_of(*built_in_templates("zn11"));
  const test::RandomWeights weights(13, 1);
  using Keep = PlanScorer<test::RandomWeights>::Keep;
  for (const Keep keep : {Keep::kSimple, Keep::kAll}) {
    PlanScorer<test::RandomWeights> scorer(plan, weights, keep);
    test::for_each_system_with_options([&](auto system, const SystemOptions& options) {
      using S = decltype(system);
      const bool holds = rc::check(std::string(S::kName), [&] {
        test::for_random_derivation<S>(options, 5, [&](const ParseState& state) {
          const EncodedSentence words = words_of(plan, state.configuration().words());
          RC_ASSERT(scores_of(scorer, weights, state, words) ==
                    test::plain_scores(plan, weights, state, words));
        });
      });
      EXPECT_TRUE(holds) << S::kName;
    });
  }
}

class ScorerOfReals : public testing::Test {
 protected:
  using Keep = PlanScorer<TrainingTable>::Keep;

  ScorerOfReals() {
    // All features of some random derivations, with weights whose sums are not exact.
    std::mt19937_64 random(2);
    for (int i = 0; i < 30; ++i) {
      const int size = 2 + i % 6;
      ParseState state(size, {});
      while (true) {
        states_.push_back(state);
        add_weights(state, random);
        if (ArcHybrid::is_final(state.configuration())) break;
        const ActionSet legal = legal_actions<ArcHybrid>(state.configuration());
        auto action = legal.begin();
        std::advance(action, static_cast<int>(random() % static_cast<unsigned>(legal.size())));
        state.advance<ArcHybrid>({*action, adds_arc<ArcHybrid>(*action) ? i % 3 : kNoLabel});
      }
    }
  }

  void add_weights(const ParseState& state, std::mt19937_64& random) {
    FeaturePlan::Scratch scratch;
    plan_.gather(state, words(state), scratch);
    std::vector<std::uint64_t> keys(plan_.key_count());
    for (std::size_t group = 0; group < plan_.group_count(); ++group) {
      const std::size_t count = plan_.keys(group, scratch, keys.data());
      for (std::size_t i = 0; i < count; ++i) {
        const float by = std::uniform_real_distribution<float>(-1, 1)(random);
        table_.change({keys[i], static_cast<std::uint32_t>(random() % 5), by}, 1);
      }
    }
  }

  [[nodiscard]] EncodedSentence words(const ParseState& state) const {
    return words_of(plan_, state.configuration().words());
  }

  FeaturePlan plan_ = test::plan_of(*built_in_templates("small"));
  TrainingTable table_{5};
  std::vector<ParseState> states_;
};

TEST_F(ScorerOfReals, ScoresDoNotDependOnWhatWasScoredBefore) {
  std::mt19937 random(3);
  for (const Keep keep : {Keep::kSimple, Keep::kAll}) {
    std::vector<std::vector<float>> expected;
    for (const ParseState& state : states_) {
      PlanScorer<TrainingTable> fresh(plan_, table_, keep);
      expected.push_back(scores_of(fresh, table_, state, words(state)));
    }
    PlanScorer<TrainingTable> scorer(plan_, table_, keep);
    for (int i = 0; i < 3000; ++i) {
      const std::size_t choice = random() % states_.size();
      // Scores agree to the last bit.
      ASSERT_EQ(scores_of(scorer, table_, states_[choice], words(states_[choice])),
                expected[choice]);
    }
  }
}

TEST_F(ScorerOfReals, RowsOfOneCallDoNotDisturbEachOther) {
  // So many states in one call that some fall on the same place among the scores that are kept.
  std::vector<const ParseState*> states;
  for (const ParseState& state : states_) {
    if (state.configuration().words() == 5) states.push_back(&state);
  }
  ASSERT_GT(states.size(), 40U);
  const EncodedSentence words = words_of(plan_, 5);
  for (const Keep keep : {Keep::kSimple, Keep::kAll}) {
    PlanScorer<TrainingTable> scorer(plan_, table_, keep);
    scorer.begin(words);
    for (int round = 0; round < 2; ++round) {
      const auto rows = scorer.score(states);
      ASSERT_EQ(rows.size(), states.size());
      for (std::size_t i = 0; i < states.size(); ++i) {
        PlanScorer<TrainingTable> fresh(plan_, table_, keep);
        ASSERT_EQ(std::vector<float>(rows[i], rows[i] + table_.classes()),
                  scores_of(fresh, table_, *states[i], words));
      }
    }
  }
}

TEST_F(ScorerOfReals, ForgetsWhenTheWeightsHaveChanged) {
  PlanScorer<TrainingTable> scorer(plan_, table_, Keep::kAll);
  const ParseState& state = states_[3];
  const auto before = scores_of(scorer, table_, state, words(state));
  std::mt19937_64 random(4);
  for (int i = 0; i < 5; ++i) add_weights(state, random);
  scorer.forget();
  const auto after = scores_of(scorer, table_, state, words(state));
  EXPECT_NE(after, before);
  PlanScorer<TrainingTable> fresh(plan_, table_, Keep::kAll);
  EXPECT_EQ(after, scores_of(fresh, table_, state, words(state)));
}

TEST_F(ScorerOfReals, LooksUpOnlyWhatItDoesNotKnow) {
  PlanScorer<TrainingTable> scorer(plan_, table_, Keep::kAll);
  EXPECT_EQ(scorer.lookups(), 0U);
  scores_of(scorer, table_, states_[3], words(states_[3]));
  const std::uint64_t once = scorer.lookups();
  EXPECT_GT(once, 0U);
  EXPECT_LE(once, plan_.key_count());
  scores_of(scorer, table_, states_[3], words(states_[3]));
  EXPECT_EQ(scorer.lookups(), once);
  scorer.forget();
  scores_of(scorer, table_, states_[3], words(states_[3]));
  EXPECT_EQ(scorer.lookups(), 2 * once);
}

TEST(Scorer, OfNoFeaturesGivesNothing) {
  const FeaturePlan plan{std::span<const Template>()};
  const test::RandomWeights weights(4, 1);
  using Keep = PlanScorer<test::RandomWeights>::Keep;
  for (const Keep keep : {Keep::kSimple, Keep::kAll}) {
    PlanScorer<test::RandomWeights> scorer(plan, weights, keep);
    EXPECT_EQ(scores_of(scorer, weights, ParseState(2, {}), words_of(plan, 2)),
              std::vector<float>(4));
  }
}

}  // namespace
}  // namespace panarc
