#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "base/random.h"
#include "base/team.h"
#include "panarc/train.h"
#include "scorer/learner.h"

namespace panarc {

struct LoopOptions {
  int epochs = 1;
  /// Stop after this many epochs without a better score on the development set; 0 is never.
  int patience = 0;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  /// Number of sentences decoded with the same parameters, which they then change together, in
  /// order (Zhao & Huang 2013). This makes the result independent of the number of threads.
  std::size_t batch = 1;
  /// If not 0, batches have about this many words instead, in whole sentences.
  std::size_t batch_words = 0;
  /// Where to save the state of the training after epochs, so that it can resume after an
  /// interruption. Empty: nowhere.
  std::string checkpoint{};
  /// Minimum time between checkpoints.
  double checkpoint_seconds = 30;
  /// Leave a checkpoint at the end, too, so that a finished training need not be repeated.
  bool checkpoint_at_end = false;
  /// Resume from the checkpoint, if there is one.
  bool resume = false;
  /// When a stop is requested, the state is saved after the current batch, and Stopped thrown.
  std::stop_token stop{};
};

/// What a training loop trains, for any task: numbered sentences, and parameters.
class Trainee {
 public:
  Trainee() = default;
  Trainee(const Trainee&) = delete;
  Trainee& operator=(const Trainee&) = delete;
  Trainee(Trainee&&) = delete;
  Trainee& operator=(Trainee&&) = delete;
  virtual ~Trainee() = default;

  [[nodiscard]] virtual std::size_t sentences() const = 0;
  /// Approximate time for a sentence, relative to others.
  [[nodiscard]] virtual std::size_t length(std::size_t sentence) const = 0;
  [[nodiscard]] virtual Learner& parameters() = 0;

  /// A batch of sentences to be trained on begins.
  virtual void begin_batch(std::span<const std::uint32_t> /*sentences*/, int /*epoch*/,
                           Team& /*team*/) {}
  /// Finds the changes from a sentence, in thread `member`.
  virtual TrainingCounts train(std::size_t member, std::size_t sentence, double explore,
                               Random& random, Changes& changes) = 0;
  /// Tells thread `member` that the parameters have changed.
  virtual void forget(std::size_t member) = 0;

  /// Whether there is a development set.
  [[nodiscard]] virtual bool has_dev() const { return false; }
  /// Makes a model from the current parameters and, if there is a development set, scores it: sets
  /// `dev` and `value`.
  virtual void evaluate(EpochReport& report, Team& team) = 0;
  /// The model made last is the best so far.
  virtual void keep() = 0;

  // The best model so far in a checkpoint: it is saved if there is any, and loaded if there should
  // be one; throws Error if it is missing. Not needed for short trainings without checkpoints.
  virtual void save_best(ModelFileWriter& /*writer*/, const std::string& /*prefix*/) const {}
  virtual void load_best(const std::shared_ptr<const ModelFile>& /*file*/,
                         const std::string& /*prefix*/) {}
};

/// How often errors are explored, by epoch.
struct Exploration {
  EpochRates rates = 0;
  /// How many epochs are trained before anything is explored.
  int after = 0;

  [[nodiscard]] double in(int epoch) const { return epoch > after ? rates.in(epoch) : 0; }
};

/// Runs epochs until done. The trainee then has the best model. A checkpoint to resume from must
/// have the same fingerprint: that of the data and of everything that affects the result.
void run_training(Trainee& trainee, const LoopOptions& options, const TrainProgress& progress,
                  const Exploration& exploration = {}, std::uint64_t fingerprint = 0);

}  // namespace panarc
