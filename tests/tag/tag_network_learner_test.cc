#include "tag/tag_network_learner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"
#include "base/team.h"
#include "support/message_of.h"
#include "support/sample.h"
#include "tag/small_plan.h"

namespace panarc {
namespace {

/// A score of a word that is to rise or to fall.
struct Wish {
  std::size_t sentence = 0;
  Node word = 0;
  std::uint32_t cls = 0;
  float coefficient = 0;
};

/// A network in training, and what is asked of it, which stays the same while parameters change.
class Example {
 public:
  explicit Example(const TagNetworkTraining& options)
      : sentences_(test::sample("train", 5)),
        learner_(options, sentences_, std::vector<std::size_t>{5, 40, 3}),
        scorer_(learner_.make_scorer()),
        team_(2),
        inputs_(sentences_.size()) {
    Random random(7);
    for (std::size_t i = 0; i < sentences_.size(); ++i) {
      for (Node word = 1; word <= sentences_[i].size(); ++word) {
        for (int column = 0; column < 3; ++column) {
          wishes_.push_back({i, word, static_cast<std::uint32_t>(random.below(48)),
                             static_cast<float>(random.real() - 0.5)});
        }
      }
    }
  }

  TagNetworkLearner& learner() { return learner_; }

  /// What is lost: minus what the wishes come to.
  double loss() {
    read();
    double sum = 0;
    for (const Wish& wish : wishes_) {
      scorer_->begin(inputs_[wish.sentence]);
      const TaggingState state = state_of(wish);
      const TaggingState* const at = &state;
      sum -= static_cast<double>(wish.coefficient) *
             static_cast<double>(scorer_->score({&at, 1})[0][wish.cls]);
    }
    return sum;
  }

  void find_gradient() {
    read();
    std::vector<std::unique_ptr<Changes>> changes;
    for (std::size_t i = 0; i < sentences_.size(); ++i) changes.push_back(learner_.make_changes());
    Update<TaggingState> update;
    for (const Wish& wish : wishes_) {
      scorer_->begin(inputs_[wish.sentence]);
      update.clear();
      update.add_term(update.add_state(state_of(wish)), wish.cls, wish.coefficient);
      scorer_->learn(update, *changes[wish.sentence]);
    }
    learner_.find_gradient(changes, team_);
  }

 private:
  [[nodiscard]] TaggingState state_of(const Wish& wish) const {
    return {&inputs_[wish.sentence], std::vector<Tag>(static_cast<std::size_t>(wish.word) - 1)};
  }

  /// Reads the words with the same masks every time.
  void read() {
    std::vector<EncodedSentence> words(sentences_.size());
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < sentences_.size(); ++i) {
      words[i].reset(sentences_[i].size(), 0);
      numbers.push_back(static_cast<std::uint32_t>(i));
    }
    learner_.read_batch(numbers, 1, words, team_);
    for (std::size_t i = 0; i < words.size(); ++i) inputs_[i].words = words[i];
  }

  std::vector<Sentence> sentences_;
  TagNetworkLearner learner_;
  std::unique_ptr<LearningScorer<TaggingState, TaggingInput>> scorer_;
  Team team_;
  std::vector<TaggingInput> inputs_;
  std::vector<Wish> wishes_;
};

/// A few parameters of every block are tried.
void expect_right_gradient(const TagNetworkTraining& options) {
  constexpr float kStep = 2e-3F;
  constexpr int kTries = 8;
  Example example(options);
  TagNetworkLearner& learner = example.learner();
  example.find_gradient();
  const std::vector<float> gradient(learner.gradient().begin(), learner.gradient().end());
  Random random(3);
  int compared = 0;
  int moved = 0;
  const double here = example.loss();
  for (const Block& block : learner.network().layout().blocks()) {
    for (int i = 0; i < kTries; ++i) {
      const std::size_t at = block.offset + random.below(block.size());
      const float before = learner.values()[at];
      learner.set_value(at, before + kStep);
      const double above = example.loss();
      learner.set_value(at, before - kStep);
      const double below = example.loss();
      learner.set_value(at, before);
      const double step = static_cast<double>(kStep);
      const double expected = gradient[at];
      const double tolerance = 0.06 * (0.2 + std::abs(expected));
      // Where a leaky ReLU bends in between, nothing can be said.
      if (std::abs((above - here) / step - (here - below) / step) > tolerance) continue;
      ++compared;
      if (std::abs(expected) > 0.01) ++moved;
      EXPECT_NEAR((above - below) / (2 * step), expected, tolerance) << "block " << block.number;
    }
  }
  EXPECT_GT(compared, 100);
  EXPECT_GT(moved, 50);
}

TEST(TagNetworkLearner, TheGradientOfTheWholeNetworkIsThatOfFiniteDifferences) {
  TagNetworkTraining options;
  options.sizes = test::kSmallTagNetwork;
  expect_right_gradient(options);
  options.sizes.layers = 2;
  expect_right_gradient(options);
}

TEST(TagNetworkLearner, LearnsFromWholeBatches) {
  TagNetworkTraining options;
  options.sizes = test::kSmallTagNetwork;
  TagNetworkLearner learner(options, test::sample("train", 5), std::vector<std::size_t>{3});
  const auto changes = learner.make_changes();
  EXPECT_TRUE(changes->empty());
  EXPECT_THAT(test::message_of([&] { learner.apply_at_once(*changes); }),
              testing::HasSubstr("whole batches"));
}

TEST(TagNetworkLearner, AScorerNeedsASentenceThatWasRead) {
  TagNetworkTraining options;
  options.sizes = test::kSmallTagNetwork;
  const TagNetworkLearner learner(options, test::sample("train", 5), std::vector<std::size_t>{3});
  TaggingInput input;
  input.words.reset(2, 0);
  EXPECT_THAT(test::message_of([&] { learner.make_scorer()->begin(input); }),
              testing::HasSubstr("has not read"));
}

}  // namespace
}  // namespace panarc
