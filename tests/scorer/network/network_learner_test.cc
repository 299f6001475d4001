#include "scorer/network/network_learner.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"
#include "base/team.h"
#include "model/spec.h"
#include "scorer/network/small_sizes.h"
#include "support/sample.h"
#include "transition/systems.h"

namespace panarc {
namespace {

NetworkTraining training_of(const NetworkSizes& sizes) {
  NetworkTraining training;
  training.sizes = sizes;
  return training;
}

/// A score of a state that is to rise or to fall.
struct Wish {
  std::size_t sentence = 0;
  ParseState state;
  std::uint32_t cls = 0;
  float coefficient = 0;
};

/// A network in training, and what is asked of it, which stays the same while parameters change.
class Example {
 public:
  template <TransitionSystem S>
  Example(S /*system*/, const NetworkSizes& sizes)
      : sentences_(test::sample("train", 5)),
        classes_(TransitionClasses::of<S>(LabelMode::kParallel, {4, 1})),
        learner_(training_of(sizes), sentences_, std::string(S::kName), classes_,
                 Direction::kLeftToRight),
        scorer_(learner_.make_scorer(1)),
        team_(2) {
    Random random(7);
    const SystemOptions options{.root = default_root<S>(), .span = S::kSpan ? 4 : 0};
    for (std::size_t i = 0; i < sentences_.size(); ++i) {
      ParseState state(sentences_[i].size(), options);
      while (!S::is_final(state.configuration())) {
        std::vector<Action> legal;
        for (const Action action : legal_actions<S>(state.configuration())) legal.push_back(action);
        const Action action = legal[random.below(legal.size())];
        const auto wish = [&](std::uint32_t cls) {
          wishes_.push_back({i, state, cls, static_cast<float>(random.real() - 0.5)});
        };
        wish(classes_.of(action));
        if (adds_arc<S>(action) && added_arc<S>(state.configuration(), action)) {
          wish(classes_.of(action, static_cast<Label>(random.below(4))));
        }
        state.advance<S>({action, 0});
        if (wishes_.size() > 400) break;
      }
    }
  }

  NetworkLearner& learner() { return learner_; }

  /// What is lost: minus what the wishes come to.
  double loss() {
    read();
    double sum = 0;
    for (const Wish& wish : wishes_) {
      scorer_->begin(words_[wish.sentence]);
      const ParseState* const state = &wish.state;
      const double score = scorer_->score({&state, 1})[0][wish.cls];
      sum -= static_cast<double>(wish.coefficient) * score;
    }
    return sum;
  }

  void find_gradient() {
    read();
    std::vector<std::unique_ptr<Changes>> changes;
    for (std::size_t i = 0; i < sentences_.size(); ++i) changes.push_back(learner_.make_changes());
    Update<ParseState> update;
    for (const Wish& wish : wishes_) {
      scorer_->begin(words_[wish.sentence]);
      update.clear();
      update.add_term(update.add_state(wish.state), wish.cls, wish.coefficient);
      scorer_->learn(update, *changes[wish.sentence]);
    }
    learner_.find_gradient(changes, team_);
  }

 private:
  /// Reads the words with the same masks every time.
  void read() {
    words_.resize(sentences_.size());
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < sentences_.size(); ++i) {
      numbers.push_back(static_cast<std::uint32_t>(i));
    }
    learner_.read_batch(numbers, 1, words_, team_);
  }

  std::vector<Sentence> sentences_;
  TransitionClasses classes_;
  NetworkLearner learner_;
  std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> scorer_;
  Team team_;
  std::vector<Wish> wishes_;
  std::vector<EncodedSentence> words_;
};

/// A few parameters of every block are tried.
template <TransitionSystem S>
void expect_right_gradient(S system, const NetworkSizes& sizes = test::kSmallRecurrent) {
  constexpr float kStep = 2e-3F;
  constexpr int kTries = 4;
  Example example(system, sizes);
  NetworkLearner& learner = example.learner();
  example.find_gradient();
  const std::vector<float> gradient(learner.gradient().begin(), learner.gradient().end());
  Random random(3);
  int compared = 0;
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
      const double found = (above - below) / (2 * step);
      const double expected = gradient[at];
      const double tolerance = 0.06 * (0.2 + std::abs(expected));
      // Where a leaky ReLU bends in between, nothing can be said.
      if (std::abs((above - here) / step - (here - below) / step) > tolerance) continue;
      ++compared;
      EXPECT_NEAR(found, expected, tolerance) << S::kName << ", block " << block.number;
    }
  }
  EXPECT_GT(compared, sizes.read_sentences() ? 80 : 40);
}

TEST(NetworkLearner, TheGradientOfTheWholeNetworkIsThatOfFiniteDifferences) {
  expect_right_gradient(ArcHybrid());
  expect_right_gradient(ArcEager());
  expect_right_gradient(Covington());
}

TEST(NetworkLearner, TheGradientOfAFeedForwardNetworkIsThatOfFiniteDifferences) {
  expect_right_gradient(ArcHybrid(), test::small_feed_forward());
  expect_right_gradient(ArcEager(), test::small_feed_forward());
  expect_right_gradient(Swap(), test::small_feed_forward());
}

}  // namespace
}  // namespace panarc
