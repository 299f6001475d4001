#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/team.h"
#include "io/text.h"
#include "panarc/error.h"
#include "panarc/train.h"

namespace panarc {
namespace {

std::string checkpoint_of(const EnsembleOptions& options, std::size_t member) {
  return options.checkpoint.empty() ? "" : fmt::format("{}.{}", options.checkpoint, member + 1);
}

/// Trains members, each in as many threads as it was given.
class MemberTraining {
 public:
  MemberTraining(const std::vector<Sentence>& training, const std::vector<Sentence>& dev,
                 const EnsembleOptions& options, const EnsembleProgress& progress)
      : training_(training), dev_(dev), options_(options), progress_(progress) {
    results_.resize(options.members.size());
    for (const TrainOptions& member : options.members) checked_.emplace_back(member);
  }

  /// Trains the members from `first` to before `end`, `at_a_time` in parallel.
  void train(std::size_t first, std::size_t end, std::size_t at_a_time, std::size_t threads) {
    std::atomic<std::size_t> next = first;
    Team team(at_a_time);
    team.run([&](std::size_t) {
      for (std::size_t i = next++; i < end; i = next++) {
        try {
          train_member(i, threads);
        } catch (const Stopped&) {
          stopped_ = true;
          next = end;
        } catch (...) {
          next = end;
          throw;
        }
      }
    });
    if (stopped_) throw_stopped();
  }

  std::vector<TrainResult> results() {
    std::vector<TrainResult> all;
    for (std::optional<TrainResult>& result : results_) all.push_back(std::move(*result));
    return all;
  }

 private:
  /// Says what is done of the whole.
  [[noreturn]] void throw_stopped() const {
    const auto done = std::ranges::count_if(
        results_, [](const std::optional<TrainResult>& result) { return result.has_value(); });
    throw Stopped(fmt::format("stopped after {} of {}", done, counted(results_.size(), "member")));
  }

  void train_member(std::size_t member, std::size_t threads) {
    TrainOptions options = options_.members[member];
    options.threads = threads;
    options.checkpoint = checkpoint_of(options_, member);
    options.resume = options_.resume;
    options.checkpoint_at_end = true;
    TrainProgress progress;
    progress.on_epoch = [&](const EpochReport& report) {
      const std::lock_guard lock(mutex_);
      if (progress_.on_epoch) progress_.on_epoch(member, report);
    };
    progress.on_warning = [&](const std::string& message) {
      const std::lock_guard lock(mutex_);
      if (progress_.on_warning) progress_.on_warning(message);
    };
    results_[member] = panarc::train(training_, dev_, options, progress);
    const std::lock_guard lock(mutex_);
    if (progress_.on_member) progress_.on_member(member, *results_[member]);
  }

  const std::vector<Sentence>& training_;
  const std::vector<Sentence>& dev_;
  const EnsembleOptions& options_;
  const EnsembleProgress& progress_;
  /// All are checked before the first is trained.
  std::vector<CheckedOptions> checked_;
  std::vector<std::optional<TrainResult>> results_;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
};

}  // namespace

EnsembleResult train_ensemble(const std::vector<Sentence>& training,
                              const std::vector<Sentence>& dev, const EnsembleOptions& options,
                              const EnsembleProgress& progress) {
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
  for (const TrainResult& result : results) parsers.push_back(result.parser);
  return {combine(parsers, dev, options.votes), std::move(results)};
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
