#include "train/loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/text.h"
#include "panarc/error.h"
#include "train/checkpoint.h"

namespace panarc {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class TrainingLoop {
 public:
  TrainingLoop(Trainee& trainee, const LoopOptions& options, const TrainProgress& progress,
               const Exploration& exploration, std::uint64_t fingerprint)
      : trainee_(trainee),
        options_(options),
        progress_(progress),
        exploration_(exploration),
        team_(options.threads) {
    state_.fingerprint = fingerprint;
  }

  void run() {
    saved_ = start_;
    begin();
    seconds_before_ = state_.seconds;
    cpu_seconds_before_ = state_.cpu_seconds - team_.cpu_seconds();
    for (int epoch = epochs_done() + 1; epoch <= options_.epochs && !is_enough(); ++epoch) {
      if (progress_.on_epoch_begin) progress_.on_epoch_begin(epoch);
      const bool whole = state_.begun.sentences == 0;
      train_epoch(epoch);
      EpochReport report;
      report.epoch = epoch;
      report.counts = state_.begun.counts;
      report.train_seconds = state_.begun.seconds;
      report.features = trainee_.parameters().size();
      if (trainee_.has_dev() || epoch == options_.epochs) keep_if_best(report);
      // What an interrupted training saw of the epoch is not known any more.
      if (!whole) report.divergence.reset();
      take_time();
      report.total_seconds = state_.seconds;
      report.cpu_seconds = state_.cpu_seconds;
      state_.epochs.push_back(report);
      state_.begun = {};
      if (progress_.on_epoch) progress_.on_epoch(report);
      save_if_due();
    }
    // A checkpoint may already have all the requested epochs, without a best one.
    if (best_epoch() == nullptr && !state_.finished) {
      EpochReport report;
      trainee_.evaluate(report, team_);
      trainee_.keep();
    }
    if (options_.checkpoint_at_end && !state_.finished) {
      state_.finished = true;
      save();
    }
  }

 private:
  [[nodiscard]] int epochs_done() const { return static_cast<int>(state_.epochs.size()); }

  /// Starts from the checkpoint, if there is one to resume from.
  void begin() {
    if (options_.checkpoint.empty() || !options_.resume) return;
    auto state = load_checkpoint(options_.checkpoint, state_.fingerprint, trainee_);
    if (!state) return;
    const std::uint64_t fingerprint = state_.fingerprint;
    state_ = std::move(*state);
    if (state_.finished && epochs_done() < options_.epochs && !is_enough()) {
      // More epochs are requested than before, but the state to continue from is gone.
      state_ = {};
      state_.fingerprint = fingerprint;
      return;
    }
    for (const EpochReport& report : state_.epochs) {
      if (progress_.on_epoch) progress_.on_epoch(report);
    }
  }

  /// Brings the time of the training up to date.
  void take_time() {
    state_.seconds = seconds_before_ + seconds_since(start_);
    state_.cpu_seconds = cpu_seconds_before_ + team_.cpu_seconds();
  }

  /// Without a checkpoint only time is lost, and only if something else goes wrong: training goes
  /// on.
  void save_if_due() {
    if (seconds_since(saved_) >= options_.checkpoint_seconds) save();
  }
  void save() {
    if (options_.checkpoint.empty()) return;
    try {
      save_checkpoint(options_.checkpoint, state_, trainee_);
    } catch (const Error& error) {
      if (progress_.on_warning && !warned_) progress_.on_warning(error.what());
      warned_ = true;
    }
    saved_ = Clock::now();
  }

  [[nodiscard]] const EpochReport* best_epoch() const {
    const auto best = std::find_if(state_.epochs.rbegin(), state_.epochs.rend(),
                                   [](const EpochReport& report) { return report.best; });
    return best == state_.epochs.rend() ? nullptr : &*best;
  }

  /// Whether there has been no improvement for a while.
  [[nodiscard]] bool is_enough() const {
    const EpochReport* const best = best_epoch();
    return options_.patience > 0 && trainee_.has_dev() && best != nullptr &&
           epochs_done() - best->epoch >= options_.patience;
  }

  void keep_if_best(EpochReport& report) {
    report.value = report.epoch;
    trainee_.evaluate(report, team_);
    const EpochReport* const best = best_epoch();
    if (best != nullptr && report.value <= best->value) return;
    report.best = true;
    trainee_.keep();
  }

  /// Trains on what is left of an epoch.
  void train_epoch(int epoch) {
    std::vector<std::uint32_t> order(trainee_.sentences());
    std::iota(order.begin(), order.end(), 0U);
    Random(options_.seed, static_cast<std::uint64_t>(epoch), 0).shuffle(std::span(order));
    BegunEpoch& begun = state_.begun;
    while (begun.sentences < order.size()) {
      stop_if_requested(order.size());
      const auto batch_start = Clock::now();
      const auto left = std::span(order).subspan(begun.sentences);
      const std::size_t size = batch_size(left);
      train_batch(epoch, left.first(size));
      begun.sentences += size;
      for (std::size_t i = 0; i < size; ++i) begun.counts.add(counts_[i]);
      begun.seconds += seconds_since(batch_start);
      if (progress_.on_batch) progress_.on_batch(epoch, begun.sentences, order.size());
    }
    stop_if_requested(order.size());
  }

  void stop_if_requested(std::size_t sentences) {
    if (!options_.stop.stop_requested()) return;
    if (state_.begun.sentences > 0 || epochs_done() > 0) {
      take_time();
      save();
    }
    throw Stopped("stopped" + (options_.checkpoint.empty() ? "" : progress_text(sentences)));
  }

  /// How far the training is, given the number of sentences of an epoch.
  [[nodiscard]] std::string progress_text(std::size_t sentences) const {
    const std::string epochs = counted(state_.epochs.size(), "epoch");
    if (state_.begun.sentences == 0) return " after " + epochs;
    const std::string begun =
        fmt::format("{} of {}", state_.begun.sentences, counted(sentences, "sentence"));
    return epochs_done() == 0 ? fmt::format(" after {} of the first epoch", begun)
                              : fmt::format(" after {} and {} of the next", epochs, begun);
  }

  /// How many of the remaining sentences form the next batch.
  [[nodiscard]] std::size_t batch_size(std::span<const std::uint32_t> left) const {
    if (options_.batch_words == 0) return std::min(options_.batch, left.size());
    std::size_t words = 0;
    std::size_t size = 0;
    while (size < left.size() && words < options_.batch_words) {
      words += trainee_.length(left[size++]);
    }
    return size;
  }

  void train_batch(int epoch, std::span<const std::uint32_t> batch) {
    if (progress_.on_sentence_begin) {
      for (const std::uint32_t sentence : batch) progress_.on_sentence_begin(epoch, sentence);
    }
    while (changes_.size() < batch.size()) {
      changes_.push_back(trainee_.parameters().make_changes());
    }
    counts_.resize(std::max(counts_.size(), batch.size()));
    trainee_.begin_batch(batch, epoch, team_);
    find_changes(epoch, batch);
    trainee_.parameters().apply(std::span(changes_).first(batch.size()), team_);
    if (progress_.on_sentence_end) {
      for (std::size_t i = 0; i < batch.size(); ++i) {
        progress_.on_sentence_end(epoch, batch[i], counts_[i]);
      }
    }
  }

  void find_changes(int epoch, std::span<const std::uint32_t> batch) {
    // The longest come first, so that no thread starts one when the others are done.
    turns_.resize(batch.size());
    std::iota(turns_.begin(), turns_.end(), std::size_t{0});
    std::stable_sort(turns_.begin(), turns_.end(), [&](std::size_t a, std::size_t b) {
      return trainee_.length(batch[a]) > trainee_.length(batch[b]);
    });
    const double explore = exploration_.in(epoch);
    std::atomic<std::size_t> next = 0;
    team_.run([&](std::size_t member) {
      trainee_.forget(member);
      for (std::size_t turn = next++; turn < batch.size(); turn = next++) {
        const std::size_t i = turns_[turn];
        Random random(options_.seed, static_cast<std::uint64_t>(epoch), batch[i] + 1);
        changes_[i]->clear();
        counts_[i] = trainee_.train(member, batch[i], explore, random, *changes_[i]);
      }
    });
  }

  Trainee& trainee_;
  const LoopOptions& options_;
  const TrainProgress& progress_;
  const Exploration& exploration_;
  Team team_;
  Checkpoint state_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point saved_;
  // Earlier runs took this; less, of the CPU time, what the team had used before.
  double seconds_before_ = 0;
  double cpu_seconds_before_ = 0;
  bool warned_ = false;

  // For the sentences of a batch.
  std::vector<std::unique_ptr<Changes>> changes_;
  std::vector<TrainingCounts> counts_;
  std::vector<std::size_t> turns_;
};

}  // namespace

void run_training(Trainee& trainee, const LoopOptions& options, const TrainProgress& progress,
                  const Exploration& exploration, std::uint64_t fingerprint) {
  TrainingLoop(trainee, options, progress, exploration, fingerprint).run();
}

}  // namespace panarc
