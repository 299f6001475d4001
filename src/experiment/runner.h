#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "experiment/plan.h"
#include "panarc/experiment.h"

namespace panarc {

struct RunnerOptions {
  std::string executable;
  std::size_t jobs = 1;
  bool keep_models = true;
  /// A descriptor shared with the runs, whose lock shows that they are in progress; -1: none.
  int lock = -1;
};

/// Carries out runs, several at a time, each by a sequence of child processes.
class Runner {
 public:
  /// What happened to a run.
  struct Event {
    std::size_t run = 0;
    RunState state = RunState::kWaiting;
    double seconds = 0;
    std::string message;
  };

  /// The runs must outlive it.
  Runner(const std::vector<Run>& runs, RunnerOptions options);
  /// Stops runs in progress. What they have done is kept.
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  Runner(Runner&&) = delete;
  Runner& operator=(Runner&&) = delete;

  /// Starts the waiting runs.
  void start();

  /// The next event, or one of a waiting run if none comes within a second. Do not call this when
  /// done().
  Event next();
  [[nodiscard]] bool done() const { return left_ == 0; }

 private:
  void work();
  void make(std::size_t index);
  /// Runs a command; returns whether it succeeded.
  bool execute(const Run& run, std::size_t index, std::vector<struct StepRecord>& done);
  void report(Event event);

  const std::vector<Run>& runs_;
  RunnerOptions options_;
  std::vector<std::thread> threads_;
  std::size_t left_ = 0;  // end events still to come

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::size_t> waiting_;
  std::deque<Event> events_;
  std::set<int> processes_;
  bool stopped_ = false;
};

}  // namespace panarc
