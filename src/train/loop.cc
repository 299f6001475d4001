#include "train/loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "io/text.h"
#include "panarc/error.h"

namespace panarc {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

const EpochReport* best_epoch(const Checkpoint& state) {
  const auto best = std::find_if(state.epochs.rbegin(), state.epochs.rend(),
                                 [](const EpochReport& report) { return report.best; });
  return best == state.epochs.rend() ? nullptr : &*best;
}

}  // namespace

bool is_done(const Checkpoint& state, const LoopOptions& options, bool has_dev) {
  const int done = static_cast<int>(state.epochs.size());
  if (done >= options.epochs) return true;
  const EpochReport* const best = best_epoch(state);
  return options.patience > 0 && has_dev && best != nullptr &&
         done - std::max(best->epoch, state.waiting_since) >= options.patience;
}

TrainingLoop::TrainingLoop(Trainee& trainee, const LoopOptions& options,
                           const TrainProgress& progress, Exploration exploration,
                           std::uint64_t fingerprint, Executor& executor)
    : trainee_(&trainee),
      options_(options),
      progress_(progress),
      exploration_(std::move(exploration)),
      executor_(executor) {
  state_.fingerprint = fingerprint;
  cpu_seconds_before_ = -executor_.team().cpu_seconds();
}

void TrainingLoop::resume(CheckpointFile file) {
  load_checkpoint(file, state_.fingerprint, *trainee_);
  // More epochs may be requested than before, but the state to continue from is gone.
  if (file.state.finished && !panarc::is_done(file.state, options_, trainee_->has_dev())) return;
  state_ = std::move(file.state);
  seconds_before_ = state_.seconds;
  cpu_seconds_before_ += state_.cpu_seconds;
  for (const EpochReport& report : state_.epochs) {
    if (progress_.on_epoch) progress_.on_epoch(report);
  }
}

bool TrainingLoop::step() {
  if (is_done()) return false;
  if (order_.empty()) begin_epoch();
  if (options_.stop.stop_requested()) stop();
  BegunEpoch& begun = state_.begun;
  if (begun.sentences < begun.of) {
    const Clock::time_point start = Clock::now();
    const auto left = std::span(order_).subspan(begun.sentences);
    const std::size_t size = batch_size(left);
    train_batch(left.first(size));
    begun.sentences += size;
    for (std::size_t i = 0; i < size; ++i) begun.counts.add(results_[i].counts);
    begun.seconds += seconds_since(start);
    if (progress_.on_batch) progress_.on_batch({{}, epoch(), begun.sentences, begun.of});
  }
  if (begun.sentences == begun.of) end_epoch();
  return true;
}

void TrainingLoop::run() {
  while (step()) {
  }
  // Without development data the last epoch is the best, but it may not have been known to be the
  // last one when it was done.
  const EpochReport* const best = best_epoch(state_);
  const bool is_old = best != nullptr && !trainee_->has_dev() && best->epoch < epochs_done();
  if ((best == nullptr || is_old) && !state_.finished) {
    EpochReport report;
    evaluate(report);
    trainee_->keep();
    if (is_old) state_.epochs.back().best = true;
  }
  if (options_.checkpoint_at_end && !state_.finished) save(true);
}

void TrainingLoop::begin_epoch() {
  BegunEpoch& begun = state_.begun;
  whole_ = begun.sentences == 0;
  if (begun.of == 0) begun.of = trainee_->sentences();
  order_.resize(begun.of);
  std::iota(order_.begin(), order_.end(), 0U);
  Random(options_.seed, static_cast<std::uint64_t>(epoch()), 0).shuffle(std::span(order_));
}

void TrainingLoop::end_epoch() {
  if (options_.stop.stop_requested()) stop();
  if (progress_.before_evaluation) progress_.before_evaluation(epoch());
  EpochReport report;
  report.epoch = epoch();
  report.counts = state_.begun.counts;
  report.train_seconds = state_.begun.seconds;
  report.features = trainee_->parameters().size();
  if (trainee_->has_dev() || epoch() == options_.epochs) {
    keep_if_best(report);
  }
  // What an interrupted training saw of the epoch is not known any more.
  if (!whole_) report.divergence.reset();
  const Checkpoint now = up_to_date();
  report.total_seconds = now.seconds;
  report.cpu_seconds = now.cpu_seconds;
  state_.epochs.push_back(report);
  state_.begun = {};
  order_.clear();
  if (progress_.on_epoch) progress_.on_epoch(report);
  if (seconds_since(saved_) >= options_.checkpoint_seconds) save();
}

void TrainingLoop::evaluate(EpochReport& report) {
  try {
    trainee_->evaluate(report, executor_.team(), {std::nullopt, options_.stop});
  } catch (const Stopped&) {
    stop();
  }
}

void TrainingLoop::keep_if_best(EpochReport& report) {
  report.value = report.epoch;
  evaluate(report);
  if (progress_.after_evaluation) progress_.after_evaluation(report);
  const EpochReport* const best = best_epoch(state_);
  if (best != nullptr && report.value <= best->value) return;
  report.best = true;
  trainee_->keep();
}

Checkpoint TrainingLoop::up_to_date() const {
  Checkpoint state = state_;
  state.seconds = seconds_before_ + seconds_since(start_);
  state.cpu_seconds = cpu_seconds_before_ + executor_.team().cpu_seconds();
  return state;
}

/// Without a checkpoint only time is lost, and only if something else goes wrong: training goes on.
void TrainingLoop::save(bool finished) {
  if (options_.checkpoint.empty()) return;
  try {
    Checkpoint state = up_to_date();
    state.finished = finished;
    save_checkpoint(options_.checkpoint, state, *trainee_);
  } catch (const Error& error) {
    if (progress_.on_warning && !warned_) progress_.on_warning(error.what());
    warned_ = true;
  }
  saved_ = Clock::now();
}

void TrainingLoop::stop() {
  if (!state_.finished && (state_.begun.sentences > 0 || epochs_done() > 0)) save();
  throw Stopped("stopped" + (options_.checkpoint.empty() ? "" : progress_text()));
}

/// How far the training is.
std::string TrainingLoop::progress_text() const {
  const std::string epochs = counted(state_.epochs.size(), "epoch");
  if (state_.begun.sentences == 0) return " after " + epochs;
  const std::string begun =
      fmt::format("{} of {}", state_.begun.sentences, counted(state_.begun.of, "sentence"));
  return epochs_done() == 0 ? fmt::format(" after {} of the first epoch", begun)
                            : fmt::format(" after {} and {} of the next", epochs, begun);
}

/// How many of the remaining sentences form the next batch.
std::size_t TrainingLoop::batch_size(std::span<const std::uint32_t> left) const {
  if (options_.batch_words == 0) return std::min(options_.batch, left.size());
  std::size_t words = 0;
  std::size_t size = 0;
  while (size < left.size() && words < options_.batch_words) {
    words += trainee_->length(left[size++]);
  }
  return size;
}

void TrainingLoop::train_batch(std::span<const std::uint32_t> batch) {
  Learner& parameters = trainee_->parameters();
  while (changes_.size() < batch.size()) changes_.push_back(parameters.make_changes());
  results_.clear();
  for (std::size_t i = 0; i < batch.size(); ++i) results_.push_back({*changes_[i], {}});
  lengths_.clear();
  for (const std::uint32_t sentence : batch) lengths_.push_back(trainee_->length(sentence));
  trainee_->begin_batch(batch, epoch(), executor_.team());
  const double explore = exploration_.in(epoch());
  const BatchWork work{
      lengths_, [this](std::size_t member) { trainee_->forget(member); },
      [&](std::size_t member, std::size_t i, SentenceResult& result) {
        Random random(options_.seed, static_cast<std::uint64_t>(epoch()), batch[i] + 1);
        result.changes.clear();
        result.counts = trainee_->train(member, batch[i], explore, random, result.changes);
      }};
  executor_.run(work, results_);
  parameters.apply(std::span(changes_).first(batch.size()), executor_.team());
  if (!progress_.after_updates) return;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    progress_.after_updates(epoch(), batch[i], results_[i].counts);
  }
}

void TrainingLoop::replace_trainee(Trainee& trainee, std::uint64_t fingerprint,
                                   std::vector<std::uint64_t> portions) {
  trainee_ = &trainee;
  state_.fingerprint = fingerprint;
  state_.portions = std::move(portions);
  changes_.clear();
}

void run_training(Trainee& trainee, const LoopOptions& options, const TrainProgress& progress,
                  const Exploration& exploration, std::uint64_t fingerprint) {
  TeamExecutor executor(options.threads);
  TrainingLoop loop(trainee, options, progress, exploration, fingerprint, executor);
  if (options.resume && !options.checkpoint.empty()) {
    if (auto file = open_checkpoint(options.checkpoint)) loop.resume(std::move(*file));
  }
  loop.run();
}

}  // namespace panarc
