#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/random.h"
#include "base/team.h"
#include "panarc/train.h"
#include "scorer/learner.h"

namespace panarc {

struct LoopOptions {
  int epochs = 30;
  /// Stop after so many epochs without a better score on the development set; 0 is never.
  int patience = 5;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  /// Sentences that are decoded with the same parameters, and then change them together, in order
  /// (Zhao & Huang 2013). It makes the outcome the same whatever the number of threads.
  std::size_t batch = 1;
  /// If it is not 0, batches have about so many words instead, of whole sentences.
  std::size_t batch_words = 0;
  /// How often errors are explored, and the epochs before without doing so.
  EpochRates explore = 0;
  int explore_after = 0;
  /// Where the state of the training is kept after epochs, so that it can go on after an
  /// interruption. Empty: nowhere.
  std::string checkpoint{};
  /// Not more often than this.
  double checkpoint_seconds = 30;
  /// Leave one at the end, too, so that what is finished need not be trained again.
  bool checkpoint_at_end = false;
  /// Go on from the checkpoint, if there is one.
  bool resume = false;
  /// Of the data and of all that has an effect on the outcome: a checkpoint must have the same.
  std::uint64_t fingerprint = 0;
};

/// What a training loop trains, whatever the task: sentences by their numbers, and parameters.
class Trainee {
 public:
  Trainee() = default;
  Trainee(const Trainee&) = delete;
  Trainee& operator=(const Trainee&) = delete;
  Trainee(Trainee&&) = delete;
  Trainee& operator=(Trainee&&) = delete;
  virtual ~Trainee() = default;

  [[nodiscard]] virtual std::size_t sentences() const = 0;
  /// About how long work on a sentence takes, relative to others.
  [[nodiscard]] virtual std::size_t length(std::size_t sentence) const = 0;
  [[nodiscard]] virtual Learner& parameters() = 0;

  /// A batch begins, of sentences that are trained on next.
  virtual void begin_batch(std::span<const std::uint32_t> /*sentences*/, int /*epoch*/,
                           Team& /*team*/) {}
  /// Finds the changes that a sentence asks for, in thread `member`.
  virtual TrainingCounts train(std::size_t member, std::size_t sentence, double explore,
                               Random& random, Changes& changes) = 0;
  /// The parameters have changed, as far as thread `member` is concerned.
  virtual void forget(std::size_t member) = 0;

  /// Whether there is a development set.
  [[nodiscard]] virtual bool has_dev() const { return false; }
  /// Makes a model of the parameters as they are, and if there is a development set, scores it:
  /// sets `dev` and `value`.
  virtual void evaluate(EpochReport& report, Team& team) = 0;
  /// The model that was made last is the best so far.
  virtual void keep() = 0;

  // The best model so far, in a checkpoint. There may be none. What is trained in a minute needs no
  // checkpoint, and need not have these.
  virtual void save_best(ModelFileWriter& /*writer*/, const std::string& /*prefix*/) const {}
  virtual void load_best(const std::shared_ptr<const ModelFile>& /*file*/,
                         const std::string& /*prefix*/) {}
};

/// Runs epochs until there are enough of them. The best model is then with the trainee.
void run_training(Trainee& trainee, const LoopOptions& options, const TrainProgress& progress);

}  // namespace panarc
