#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/interface.h"
#include "base/interruption.h"
#include "base/random.h"
#include "base/team.h"
#include "panarc/train.h"
#include "scorer/learner.h"
#include "train/checkpoint.h"
#include "train/executor.h"

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
class Trainee : public Interface {
 public:
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
  /// `dev` and `value`. Throws Stopped once the interruption is over.
  virtual void evaluate(EpochReport& report, Team& team, const Interruption& interruption) = 0;
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

/// Whether a training has nothing left to do: all epochs are done, or the last ones brought no
/// improvement on a development set.
bool is_done(const Checkpoint& state, const LoopOptions& options, bool has_dev);

/// Trains batch by batch, epoch by epoch.
class TrainingLoop {
 public:
  /// Trainee, options, callbacks and executor must outlive it. Options may change between steps.
  TrainingLoop(Trainee& trainee, const LoopOptions& options, const TrainProgress& progress,
               Exploration exploration, std::uint64_t fingerprint, Executor& executor);

  /// Goes on from a checkpoint, which must have the same fingerprint: that of the data and of
  /// everything that affects the result. Throws Error if it is damaged, or has another one.
  void resume(CheckpointFile file);

  // Stopped is thrown, when the options ask for a stop, once the state is saved.

  /// Trains on a batch; after the last one of an epoch, evaluates it. False if nothing was left.
  bool step();
  /// Does all steps that are left. The trainee then has the best model.
  void run();
  /// Saves a checkpoint, if there should be one. That of a training that is finished has no
  /// parameters.
  void save(bool finished = false);
  /// Saves what there is to save, and throws Stopped, which says how far the training is.
  [[noreturn]] void stop();

  [[nodiscard]] bool is_done() const {
    return panarc::is_done(state_, options_, trainee_->has_dev());
  }
  [[nodiscard]] const Checkpoint& state() const { return state_; }
  /// The state with the time that the training has taken up to now.
  [[nodiscard]] Checkpoint up_to_date() const;

  /// Trains another trainee from the next epoch on, which has taken over the parameters.
  void replace_trainee(Trainee& trainee, std::uint64_t fingerprint,
                       std::vector<std::uint64_t> portions);
  /// Patience starts again.
  void be_patient() { state_.waiting_since = epochs_done(); }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] int epochs_done() const { return static_cast<int>(state_.epochs.size()); }
  [[nodiscard]] int epoch() const { return epochs_done() + 1; }
  [[nodiscard]] std::string progress_text() const;
  [[nodiscard]] std::size_t batch_size(std::span<const std::uint32_t> left) const;
  void begin_epoch();
  void end_epoch();
  void evaluate(EpochReport& report);
  void keep_if_best(EpochReport& report);
  void train_batch(std::span<const std::uint32_t> batch);

  Trainee* trainee_;
  const LoopOptions& options_;
  const TrainProgress& progress_;
  Exploration exploration_;
  Executor& executor_;
  Checkpoint state_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point saved_ = start_;
  // Earlier runs took this; less, of the CPU time, what the team had used before.
  double seconds_before_ = 0;
  double cpu_seconds_before_ = 0;
  bool warned_ = false;

  // What belongs to the epoch: the order of its sentences, and whether its beginning was resumed.
  std::vector<std::uint32_t> order_;
  bool whole_ = true;
  // What belongs to the batch.
  std::vector<std::unique_ptr<Changes>> changes_;
  std::vector<SentenceResult> results_;
  std::vector<std::size_t> lengths_;
};

/// Runs all epochs with the threads of this process. The trainee then has the best model.
void run_training(Trainee& trainee, const LoopOptions& options, const TrainProgress& progress,
                  const Exploration& exploration = {}, std::uint64_t fingerprint = 0);

}  // namespace panarc
