#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "panarc/options.h"
#include "scorer/linear/frozen_table.h"
#include "scorer/linear/linear_learner.h"
#include "scorer/linear/weight_sums.h"
#include "train/loop.h"
#include "train/options.h"
#include "train/sentence_trainer.h"

namespace panarc {

/// Greedy search, learning from every decision.
inline SentenceTrainerOptions decision_training() {
  SentenceTrainerOptions options;
  options.strategy = *strategy_by_name("greedy");
  options.loss.kind = LossKind::kLikelihood;
  options.beam = 1;
  return options;
}

/// Trains the weights of a linear model for any task but parsing and tagging. `Guide` takes the
/// task.
template <Task T, class Guide, class Features>
class LinearTrainee final : public Trainee {
 public:
  struct Example {
    const typename T::Input* input = nullptr;
    const typename Guide::Gold* gold = nullptr;
  };
  struct Parts {
    const T& task;
    const Features& features;
    std::size_t classes = 0;
    SentenceTrainerOptions options = decision_training();
    FreezeOptions freeze = {};
    /// The approximate length of each example.
    std::vector<std::size_t> lengths;
    /// The example with a number. An input made on the fly is stored in the last argument.
    std::function<Example(std::size_t, Random&, typename T::Input&)> example;
    /// Reports how good weights are on development data; empty if there is none.
    std::function<void(const FrozenArrays&, EpochReport&, const Interruption&)> score;
  };

  LinearTrainee(Parts parts, std::size_t threads)
      : parts_(std::move(parts)), learner_(parts_.classes) {
    for (std::size_t i = 0; i < threads; ++i) {
      workers_.push_back(std::make_unique<Worker>(parts_, learner_));
    }
  }

  /// The weights of the best epoch, and how many of their units make 1.
  [[nodiscard]] ScaledWeights take_best() { return std::move(best_); }

  [[nodiscard]] std::size_t sentences() const override { return parts_.lengths.size(); }
  [[nodiscard]] std::size_t length(std::size_t i) const override { return parts_.lengths[i]; }
  [[nodiscard]] Learner& parameters() override { return learner_; }
  TrainingCounts train(std::size_t member, std::size_t sentence, double explore, Random& random,
                       Changes& changes) override {
    Worker& worker = *workers_[member];
    const Example example = parts_.example(sentence, random, worker.input);
    return worker.trainer.train(*example.input, *example.gold, explore, random, changes);
  }
  void forget(std::size_t member) override { workers_[member]->scorer.forget(); }

  [[nodiscard]] bool has_dev() const override { return static_cast<bool>(parts_.score); }
  void evaluate(EpochReport& report, Team& /*team*/, const Interruption& interruption) override {
    last_.scale = quantization_scale(learner_.table(), learner_.time());
    last_.arrays = freeze_quantized(learner_.table(), learner_.time(), parts_.freeze, last_.scale);
    interruption.throw_if_over();
    if (parts_.score) parts_.score(last_.arrays, report, interruption);
  }
  void keep() override { best_ = last_; }

 private:
  struct Worker {
    Worker(const Parts& parts, const LinearLearner& learner)
        : guide(parts.task),
          scorer(parts.features, learner.table(), parts.options.width()),
          trainer(parts.options, parts.task, guide, scorer) {}

    Guide guide;
    LinearLearningScorer<Features> scorer;
    SentenceTrainer<T, Guide> trainer;
    typename T::Input input;
  };

  Parts parts_;
  LinearLearner learner_;
  std::vector<std::unique_ptr<Worker>> workers_;
  ScaledWeights last_;
  ScaledWeights best_;
};

}  // namespace panarc
