#include "experiment/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/child_process.h"
#include "experiment/run_folder.h"
#include "panarc/error.h"

namespace panarc {

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Why a step failed, from its messages.
std::string failure_of(const RunFolder& folder, const RunStep& step, int status) {
  constexpr std::string_view kProgram = "panarc: ";
  std::string words = folder.last_words(step);
  if (words.starts_with(kProgram)) words.erase(0, kProgram.size());
  return fmt::format("{} ended with status {}{}{}", step.name, status, words.empty() ? "" : ": ",
                     words);
}

}  // namespace

Runner::Runner(const std::vector<Run>& runs, RunnerOptions options)
    : runs_(runs), options_(std::move(options)) {}

Runner::~Runner() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    waiting_.clear();
    for (const int process : processes_) ::kill(process, SIGTERM);
  }
  for (std::thread& thread : threads_) thread.join();
}

void Runner::start() {
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (runs_[i].planned.state == RunState::kWaiting) waiting_.push_back(i);
  }
  left_ = waiting_.size();
  const std::size_t threads = std::min(std::max<std::size_t>(options_.jobs, 1), left_);
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

Runner::Event Runner::next() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::seconds(1), [&] { return !events_.empty(); });
  if (events_.empty()) return {};
  Event event = std::move(events_.front());
  events_.pop_front();
  if (event.state == RunState::kDone || event.state == RunState::kFailed) --left_;
  return event;
}

// A child gets a signal when its thread ends, so threads must outlive their children.
void Runner::work() {
  while (true) {
    std::size_t index = 0;
    {
      const std::lock_guard lock(mutex_);
      if (waiting_.empty()) return;
      index = waiting_.front();
      waiting_.pop_front();
    }
    report({index, RunState::kRunning, 0, ""});
    try {
      make(index);
    } catch (const std::exception& error) {
      report({index, RunState::kFailed, 0, error.what()});
    }
  }
}

void Runner::make(std::size_t index) {
  const Run& run = runs_[index];
  const RunFolder folder(run);
  std::vector<StepRecord> done = folder.open();
  while (done.size() < run.steps.size()) {
    if (!execute(run, index, done)) return;
    folder.record(done);
  }
  folder.finish(done);
  if (!options_.keep_models) folder.remove_model();
  double seconds = 0;
  for (const StepRecord& step : done) seconds += step.seconds;
  report({index, RunState::kDone, seconds, ""});
}

bool Runner::execute(const Run& run, std::size_t index, std::vector<StepRecord>& done) {
  const RunFolder folder(run);
  const RunStep& step = run.steps[done.size()];
  ProcessSpec spec{options_.executable,
                   {"panarc"},
                   folder.path(step.output),
                   folder.log_of(step),
                   options_.lock};
  spec.arguments.insert(spec.arguments.end(), step.words.begin(), step.words.end());
  const auto start = std::chrono::steady_clock::now();
  std::optional<ChildProcess> process;
  {
    const std::lock_guard lock(mutex_);
    if (stopped_) return false;
    process.emplace(spec);
    processes_.insert(process->id());
  }
  const int id = process->id();
  process->wait_for_end();
  ProcessEnd end;
  {
    // The id of a process may be reused once the process has been waited for.
    const std::lock_guard lock(mutex_);
    processes_.erase(id);
    end = process->wait();
    if (stopped_) return false;
  }
  if (end.status != 0) {
    report({index, RunState::kFailed, 0, failure_of(folder, step, end.status)});
    return false;
  }
  done.push_back({step.name, end.cpu_seconds, seconds_since(start), end.peak_bytes});
  return true;
}

void Runner::report(Event event) {
  const std::lock_guard lock(mutex_);
  events_.push_back(std::move(event));
  changed_.notify_all();
}

}  // namespace panarc
