#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "base/jobs.h"
#include "io/text.h"
#include "panarc/error.h"
#include "panarc/train.h"
#include "train/progress.h"

namespace panarc {
namespace {

std::string checkpoint_of(const EnsembleOptions& options, std::size_t member) {
  return options.checkpoint.empty() ? "" : fmt::format("{}.{}", options.checkpoint, member + 1);
}

/// Trains members, each in as many threads as it was given.
class MemberTraining {
 public:
  MemberTraining(std::span<const Sentence> training, std::span<const Sentence> dev,
                 const EnsembleOptions& options, const TrainProgress& progress)
      : training_(training), dev_(dev), options_(options), progress_(progress) {
    results_.resize(options.members.size());
    // All are checked before the first is trained.
    for (const TrainOptions& member : options.members) (void)CheckedOptions(member);
  }

  /// Trains the members from `first` to before `end`, `at_a_time` in parallel.
  void train(std::size_t first, std::size_t end, std::size_t at_a_time, std::size_t threads) {
    try {
      run_jobs(end - first, at_a_time, {}, [&](std::size_t i, const std::stop_token& stop) {
        train_member(first + i, threads, stop);
      });
    } catch (const Stopped&) {
      const auto done = std::ranges::count_if(
          results_, [](const std::optional<TrainResult>& result) { return result.has_value(); });
      throw Stopped(
          fmt::format("stopped after {} of {}", done, counted(results_.size(), "member")));
    }
  }

  std::vector<TrainResult> results() {
    std::vector<TrainResult> all;
    for (std::optional<TrainResult>& result : results_) all.push_back(std::move(*result));
    return all;
  }

 private:
  void train_member(std::size_t member, std::size_t threads, const std::stop_token& others) {
    TrainOptions options = options_.members[member];
    options.threads = threads;
    options.checkpoint = checkpoint_of(options_, member);
    options.resume = options_.resume;
    options.checkpoint_at_end = true;
    const TrainingStage stage{TrainingPart::kParser, member + 1, results_.size()};
    Training training(training_, dev_, options, at_stage(progress_, stage, &mutex_));
    const std::stop_callback stop(others, [&] { training.request_stop(); });
    results_[member] = training.finish();
    for (EpochReport& report : results_[member]->epochs) report.stage = stage;
  }

  std::span<const Sentence> training_;
  std::span<const Sentence> dev_;
  const EnsembleOptions& options_;
  const TrainProgress& progress_;
  std::vector<std::optional<TrainResult>> results_;
  std::mutex mutex_;  // for callbacks
};

}  // namespace

EnsembleResult train_ensemble(std::span<const Sentence> training, std::span<const Sentence> dev,
                              const EnsembleOptions& options, const TrainProgress& progress) {
  const std::size_t threads = options.votes.threads.value_or(default_threads());
  const std::size_t members = options.members.size();
  MemberTraining work(training, dev, options, progress);
  // One thread per member, since threads that share a member wait for each other; if that would
  // leave threads idle, the last members share them.
  const std::size_t alone = members / threads * threads;
  if (alone > 0) work.train(0, alone, threads, 1);
  const std::size_t left = members - alone;
  if (left > 0) work.train(alone, members, left, threads / left);
  std::vector<TrainResult> results = work.results();
  std::vector<Parser> parsers;
  parsers.reserve(results.size());
  for (const TrainResult& result : results) parsers.push_back(result.parser);
  CombineOptions votes = options.votes;
  if (!votes.stop.stop_possible() && members > 0) votes.stop = options.members.front().stop;
  return {combine(parsers, dev, votes), std::move(results)};
}

std::vector<std::string> checkpoints_of(const EnsembleOptions& options) {
  std::vector<std::string> files;
  if (options.checkpoint.empty()) return files;
  for (std::size_t i = 0; i < options.members.size(); ++i) {
    files.push_back(checkpoint_of(options, i));
  }
  return files;
}

}  // namespace panarc
