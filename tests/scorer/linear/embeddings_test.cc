#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "feature/embeddings.h"
#include "feature/plan.h"
#include "panarc/treebank.h"
#include "scorer/linear/frozen_table.h"
#include "scorer/linear/linear_scorer.h"
#include "scorer/linear/training_table.h"
#include "transition/arc_eager.h"
#include "transition/systems.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

constexpr std::size_t kClasses = 20;
constexpr std::size_t kDimension = 5;
constexpr double kTime = 50;

/// Eighths, which floats add up without rounding in any order.
float eighths(std::mt19937& random) {
  return static_cast<float>(std::uniform_int_distribution<int>(-16, 16)(random)) / 8;
}

/// A sentence, in which one word of three has no vector, and configurations of it.
class EmbeddingScores : public testing::Test {
 protected:
  EmbeddingScores() {
    std::vector<std::string> forms;
    std::vector<float> values;
    for (int i = 1; i <= 9; ++i) {
      if (i % 3 == 0) continue;
      forms.push_back(fmt::format("w{}", i));
      for (std::size_t d = 0; d < kDimension; ++d) values.push_back(eighths(random_));
    }
    embeddings_ = std::make_unique<Embeddings>(forms, values);
    templates_ = parse_templates(
        "s0.form b0.form s0.form+b0.upos s0.embedding b0.embedding "
        "s0l.embedding b0n.embedding",
        "test");
    plan_ = std::make_unique<FeaturePlan>(templates_, embeddings_.get());
    WordEncoder(plan_->columns(), embeddings_.get())
        .encode(Sentence::from_text(test::sentence_text(Heads{kNoHead, 0, 1, 2, 3, 4, 5, 6, 7, 8})),
                words_);
    walk();
  }

  /// Random derivations.
  void walk() {
    for (int i = 0; i < 10; ++i) {
      ParseState state(words_.words(), {});
      while (!ArcEager::is_final(state.configuration())) {
        states_.push_back(state);
        std::vector<Action> actions;
        for (const Action action : legal_actions<ArcEager>(state.configuration())) {
          actions.push_back(action);
        }
        std::uniform_int_distribution<std::size_t> choice(0, actions.size() - 1);
        state.advance<ArcEager>({actions[choice(random_)], kNoLabel});
      }
    }
  }

  /// Calls `visit(key, value)` for all features of a configuration.
  void for_each_feature(const ParseState& state,
                        const std::function<void(std::uint64_t, float)>& visit) const {
    FeaturePlan::Scratch scratch;
    plan_->gather(state, words_, scratch);
    std::vector<std::uint64_t> keys(plan_->key_count());
    for (std::size_t group = 0; group < plan_->group_count(); ++group) {
      const std::size_t count = plan_->keys(group, scratch, keys.data());
      for (std::size_t i = 0; i < count; ++i) visit(keys[i], 1);
    }
    const auto node_of = [&](std::size_t index) {
      const Configuration& c = state.configuration();
      const Node top = c.stack_has(1) ? c.stack(0) : kNoHead;
      const Node front = c.buffer_size() > 0 ? c.buffer(0) : kNoHead;
      if (index == 0) return top;
      if (index == 1) return front;
      if (index == 2) return top == kNoHead ? kNoHead : state.left(top).outermost;
      return front == kNoHead || front == kRoot || front == c.words() ? kNoHead : front + 1;
    };
    for (std::size_t index = 0; index < plan_->vector_count(); ++index) {
      const Node node = node_of(index);
      if (node == kNoHead || node == kRoot || node % 3 == 0) continue;
      const auto vector = embeddings_->vector(embeddings_->number(fmt::format("w{}", node)));
      for (std::size_t d = 0; d < kDimension; ++d) visit(plan_->vector_keys(index)[d], vector[d]);
    }
  }

  /// Gives every feature weights: some all classes, others a few.
  void train(TrainingTable& table, const std::function<float()>& weight) {
    std::map<std::pair<std::uint64_t, std::uint32_t>, float> seen;
    for (const ParseState& state : states_) {
      for_each_feature(state, [&](std::uint64_t key, float /*value*/) {
        for (std::uint32_t cls = 0; cls < kClasses; ++cls) {
          if (key % 2 == 0 && cls % 5 != 0) continue;
          if (!seen.emplace(std::pair(key, cls), 0.0F).second) continue;
          std::uniform_int_distribution<int> time(1, static_cast<int>(kTime));
          table.change({key, cls, weight()}, time(random_));
        }
      });
    }
  }

  [[nodiscard]] std::vector<double> naive_scores(const ParseState& state,
                                                 const TrainingTable& table) const {
    std::vector<double> scores(kClasses);
    for_each_feature(state, [&](std::uint64_t key, float value) {
      std::vector<float> weights(kClasses);
      table.add(key, weights.data());
      for (std::size_t cls = 0; cls < kClasses; ++cls) {
        scores[cls] += static_cast<double>(value) * static_cast<double>(weights[cls]);
      }
    });
    return scores;
  }

  template <class Table>
  static std::vector<typename Table::Score> scores_of(LinearScorer<FeaturePlan, Table>& scorer,
                                                      const ParseState& state,
                                                      const EncodedSentence& words) {
    scorer.begin(words);
    const ParseState* const states = &state;
    const auto* const scores = scorer.score(std::span(&states, 1)).front();
    return {scores, scores + kClasses};
  }

  std::mt19937 random_{7};
  std::unique_ptr<Embeddings> embeddings_;
  std::vector<Template> templates_;
  std::unique_ptr<FeaturePlan> plan_;
  EncodedSentence words_;
  std::vector<ParseState> states_;
};

using TrainingScorer = LinearScorer<FeaturePlan, TrainingTable>;
using FrozenScorer = LinearScorer<FeaturePlan, FrozenTable>;

TEST_F(EmbeddingScores, AreTheSumOfValuesTimesWeights) {
  TrainingTable table(kClasses);
  train(table, [&] { return eighths(random_); });
  for (const auto keep : {TrainingScorer::Keep::kSimple, TrainingScorer::Keep::kAll}) {
    TrainingScorer scorer(*plan_, table, keep);
    for (const ParseState& state : states_) {
      const auto scores = scores_of(scorer, state, words_);
      const auto naive = naive_scores(state, table);
      for (std::size_t cls = 0; cls < kClasses; ++cls) {
        ASSERT_EQ(static_cast<double>(scores[cls]), naive[cls]);
      }
    }
  }
}

TEST_F(EmbeddingScores, AreKeptUntilWeightsChange) {
  TrainingTable table(kClasses);
  train(table, [&] { return eighths(random_); });
  TrainingScorer scorer(*plan_, table, TrainingScorer::Keep::kSimple);
  const ParseState& state = states_.front();  // ROOT and w1
  const auto before = scores_of(scorer, state, words_);
  const std::uint64_t lookups = scorer.lookups();
  EXPECT_EQ(scores_of(scorer, state, words_), before);
  EXPECT_LT(scorer.lookups() - lookups, kDimension);
  table.change({plan_->vector_keys(1).front(), 3, 1}, 1);
  scorer.forget();
  auto after = before;
  after[3] += embeddings_->vector(embeddings_->number("w1")).front();
  EXPECT_EQ(scores_of(scorer, state, words_), after);
}

TEST_F(EmbeddingScores, AreRoundedOnceAVectorWhereScoresAreIntegers) {
  TrainingTable table(kClasses);
  std::normal_distribution<float> normal;
  train(table, [&] { return normal(random_); });
  const FrozenArrays arrays = freeze_quantized(table, kTime, {}, 100);
  const FrozenTable frozen(arrays.index, arrays.words, kClasses);
  for (const auto keep : {FrozenScorer::Keep::kSimple, FrozenScorer::Keep::kAll}) {
    FrozenScorer scorer(*plan_, frozen, keep);
    for (const ParseState& state : states_) {
      std::vector<double> expected(kClasses);
      for_each_feature(state, [&](std::uint64_t key, float value) {
        std::vector<std::int32_t> weights(kClasses);
        frozen.add(key, weights.data());
        for (std::size_t cls = 0; cls < kClasses; ++cls) {
          expected[cls] += static_cast<double>(value) * weights[cls];
        }
      });
      const auto scores = scores_of(scorer, state, words_);
      for (std::size_t cls = 0; cls < kClasses; ++cls) {
        // Values are eighths and sums small, so that only the rounding of four sums is left.
        ASSERT_LE(std::abs(scores[cls] - expected[cls]), 0.5 * 4);
      }
    }
  }
}

TEST(EmbeddingLimits, TheLargestValuesAndWeightsDoNotOverflow) {
  const std::vector<std::string> forms = {"w1"};
  const Embeddings embeddings(forms, std::vector<float>(300, Embeddings::kMaxValue));
  const auto templates = parse_templates("b0.embedding b0np.embedding s0np.embedding", "test");
  const FeaturePlan plan(templates, &embeddings);
  EncodedSentence words;
  WordEncoder(plan.columns(), &embeddings)
      .encode(Sentence::from_text(test::sentence_text(Heads{kNoHead, 0, 1})), words);
  TrainingTable table(2);
  for (std::size_t i = 0; i < plan.vector_count(); ++i) {
    for (const std::uint64_t key : plan.vector_keys(i)) {
      table.change({key, 0, 1}, 1);
      table.change({key, 1, -1}, 1);
    }
  }
  const FrozenArrays arrays = freeze_quantized(table, 2, {}, quantization_scale(table, 2));
  const FrozenTable frozen(arrays.index, arrays.words, 2);
  FrozenScorer scorer(plan, frozen, FrozenScorer::Keep::kAll);
  scorer.begin(words);
  const ParseState state(2, {});
  const ParseState* const states = &state;
  const auto* const scores = scorer.score(std::span(&states, 1)).front();
  EXPECT_GT(scores[0], 1 << 28);
  EXPECT_LT(scores[1], -(1 << 28));
}

}  // namespace
}  // namespace panarc
