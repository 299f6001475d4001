#include "scorer/linear/greedy_scorer.h"

#include <gtest/gtest.h>

#include <array>
#include <iterator>
#include <optional>
#include <random>
#include <set>

#include "base/team.h"
#include "scorer/linear/linear_weights.h"
#include "support/random_weights.h"
#include "transition/systems.h"

namespace panarc {
namespace {

class GreedyScorerTest : public testing::Test {
 protected:
  using Greedy = GreedyScorer<FeaturePlan>;

  /// All states of some random derivations.
  static std::vector<ParseState> random_states() {
    std::mt19937 random(2);
    std::vector<ParseState> states;
    for (int i = 0; i < 30; ++i) {
      ParseState state(2 + i % 6, {.root = RootPosition::kLast});
      states.push_back(state);
      while (!ArcEager::is_final(state.configuration())) {
        const ActionSet legal = legal_actions<ArcEager>(state.configuration());
        auto action = legal.begin();
        std::advance(action, static_cast<int>(random() % static_cast<unsigned>(legal.size())));
        const bool labelled = added_arc<ArcEager>(state.configuration(), *action).has_value();
        state.advance<ArcEager>({*action, labelled ? i % 3 : kNoLabel});
        states.push_back(state);
      }
    }
    return states;
  }

  /// `weigh(random, class)` gives the weights of a feature.
  template <class Weigh>
  TrainingTable trained(std::size_t classes, Weigh&& weigh) const {
    TrainingTable table(classes);
    std::mt19937 random(static_cast<unsigned>(classes));
    std::set<std::uint64_t> seen;
    for (const ParseState& state : states_) {
      for (const std::uint64_t key : keys(state)) {
        if (!seen.insert(key).second) continue;
        for (std::uint32_t cls = 0; cls < classes; ++cls) {
          const std::optional<float> weight = weigh(random, cls);
          if (weight) table.change({key, cls, *weight}, 1);
        }
      }
    }
    return table;
  }

  [[nodiscard]] FrozenArrays frozen(const TrainingTable& table, int largest) const {
    return freeze_quantized(table, 2, {}, quantization_scale(table, 2, largest));
  }
  [[nodiscard]] int largest() const { return largest_narrow_weight(plan_.key_count()); }

  [[nodiscard]] EncodedSentence words(int size) const {
    std::mt19937 random(static_cast<unsigned>(size));
    return test::random_words(random, size, plan_.columns().size());
  }
  [[nodiscard]] EncodedSentence words(const ParseState& state) const {
    return words(state.configuration().words());
  }

  [[nodiscard]] std::vector<std::uint64_t> keys(const ParseState& state) const {
    FeaturePlan::Scratch scratch;
    plan_.gather(state, words(state), scratch);
    std::vector<std::uint64_t> keys(plan_.key_count());
    std::size_t count = 0;
    for (std::size_t group = 0; group < plan_.group_count(); ++group) {
      count += plan_.keys(group, scratch, keys.data() + count);
    }
    keys.resize(count);
    return keys;
  }

  /// Compares with the definition, first in order, then in any.
  void check(const FrozenArrays& arrays, std::size_t classes) const {
    const FrozenTable table(arrays.index, arrays.words, classes);
    ASSERT_TRUE(Greedy::can_score(plan_, table));
    Greedy scorer(plan_, table);
    std::mt19937 random(5);
    for (std::size_t i = 0; i < 3 * states_.size(); ++i) {
      const ParseState& state = states_[i < states_.size() ? i : random() % states_.size()];
      const EncodedSentence input = words(state);
      scorer.begin(input);
      const ParseState* const pointer = &state;
      const auto* const row = scorer.score(std::span(&pointer, 1)).front();
      ASSERT_EQ(std::vector<std::int32_t>(row, row + classes),
                test::plain_scores(plan_, table, state, input))
          << classes << " classes";
    }
  }

  FeaturePlan plan_ = test::plan_of(*built_in_templates("small"));
  std::vector<ParseState> states_ = random_states();
};

TEST_F(GreedyScorerTest, IsTheSumOfTheWeightsOfAllFeatures) {
  for (const std::size_t classes : {1U, 2U, 15U, 16U, 17U, 48U, 63U, 64U, 65U, 110U, 200U}) {
    // Many rows of pairs, and some with a weight for every class.
    const TrainingTable table = trained(classes, [&](auto& random, auto cls) {
      const float weight = std::uniform_real_distribution<float>(-9, 9)(random);
      const bool is_there = random() % 9 == 0 || cls % 4 == random() % 5;
      return is_there ? std::optional(weight) : std::nullopt;
    });
    check(frozen(table, largest()), classes);
  }
}

TEST_F(GreedyScorerTest, ReadsTheLastRowsOfTheTable) {
  // Every row, even the last one, has a weight for every class, and none has room for more.
  for (std::size_t classes = 16; classes <= 80; ++classes) {
    const TrainingTable table = trained(classes, [](auto& random, auto /*cls*/) {
      return std::optional(std::uniform_real_distribution<float>(1, 9)(random));
    });
    const FrozenArrays arrays = frozen(table, largest());
    ASSERT_EQ(arrays.words.size() % ((classes + 1) / 2 + 1), 0U);
    check(arrays, classes);
  }
}

TEST_F(GreedyScorerTest, SumsOfTheLargestWeightsAreInRange) {
  // Of every feature, the first class has the largest weight, and the second one the smallest.
  const TrainingTable table =
      trained(2, [](auto& /*random*/, auto cls) { return std::optional(cls == 0 ? 1.0F : -1.0F); });
  const FrozenArrays arrays = frozen(table, largest());
  const FrozenTable weights(arrays.index, arrays.words, 2);
  std::int32_t most = 0;
  for (const ParseState& state : states_) {
    const auto scores = test::plain_scores(plan_, weights, state, words(state));
    EXPECT_EQ(scores[1], -scores[0]);
    most = std::max(most, scores[0]);
  }
  // Hardly any feature is missing.
  EXPECT_GT(most, 27000);
  check(arrays, 2);
}

TEST_F(GreedyScorerTest, RowsOfOneCallDoNotDisturbEachOther) {
  constexpr std::size_t kClasses = 40;
  const TrainingTable table = trained(kClasses, [](auto& random, auto /*cls*/) {
    const float weight = std::uniform_real_distribution<float>(-9, 9)(random);
    return random() % 3 == 0 ? std::optional(weight) : std::nullopt;
  });
  const FrozenArrays arrays = frozen(table, largest());
  const FrozenTable weights(arrays.index, arrays.words, kClasses);
  std::vector<const ParseState*> states;
  for (const ParseState& state : states_) {
    if (state.configuration().words() == 5) states.push_back(&state);
  }
  const EncodedSentence input = words(5);
  Greedy scorer(plan_, weights);
  scorer.begin(input);
  const auto rows = scorer.score(states);
  ASSERT_EQ(rows.size(), states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    EXPECT_EQ(std::vector<std::int32_t>(rows[i], rows[i] + kClasses),
              test::plain_scores(plan_, weights, *states[i], input));
  }
}

TEST_F(GreedyScorerTest, CanUseNoLargerWeights) {
  const TrainingTable table =
      trained(3, [](auto& random, auto /*cls*/) { return std::optional<float>(random() % 5 + 1); });
  for (const auto& [largest_weight, can] : {std::pair(largest(), true), {largest() + 1, false}}) {
    const FrozenArrays arrays = frozen(table, largest_weight);
    const FrozenTable weights(arrays.index, arrays.words, 3);
    EXPECT_EQ(weights.largest_weight(), largest_weight);
    EXPECT_EQ(Greedy::can_score(plan_, weights), can);
  }
}

TEST_F(GreedyScorerTest, ModelsWithFewTemplatesAreMadeForIt) {
  for (const char* const name : {"small", "rich"}) {
    const std::vector<Template> templates = parse_templates(*built_in_templates(name), name);
    LinearParserLearner learner({templates, nullptr}, 3, {});
    std::array<std::unique_ptr<Changes>, 2> changes;
    for (auto& of_sentence : changes) of_sentence = learner.parameters().make_changes();
    for (const std::uint64_t key : keys(states_[3])) {
      static_cast<LinearChanges&>(*changes.front()).list.push_back({key, 1, 0.3F});
    }
    Team team(1);
    learner.parameters().apply(changes, team);
    const auto weights = std::dynamic_pointer_cast<const LinearWeights>(learner.freeze());
    const bool is_small = weights->plan().key_count() == plan_.key_count();
    EXPECT_EQ(Greedy::can_score(weights->plan(), weights->table()), is_small) << name;
    EXPECT_EQ(weights->table().largest_weight(), is_small ? largest() : 32767) << name;
  }
}

TEST(LargestNarrowWeight, LeavesRoomForAllFeatures) {
  EXPECT_EQ(largest_narrow_weight(0), 32767);
  EXPECT_EQ(largest_narrow_weight(1), 32767);
  EXPECT_EQ(largest_narrow_weight(2), 16383);
  EXPECT_EQ(largest_narrow_weight(46), 712);
}

}  // namespace
}  // namespace panarc
