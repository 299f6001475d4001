#pragma once

#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/train_log.h"
#include "panarc/train.h"

namespace panarc::cli {

/// While it exists, the first SIGINT (Ctrl-C) and the first SIGTERM ask for a stop instead of
/// ending the process; the second of a kind has its usual effect. One of each may well be meant as
/// one: if Ctrl-C ends a parent, its children get both. There can be one object at a time.
class StopSignal {
 public:
  /// A signal that is ignored remains so. Unless it should be quiet, it says so if stopping takes
  /// longer than a moment.
  StopSignal(std::stop_source stop, bool quiet);
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  StopSignal(StopSignal&&) = delete;
  StopSignal& operator=(StopSignal&&) = delete;

  /// Ends the process by the signal that came first, so that whoever waits for it sees that.
  [[noreturn]] static void end();

 private:
  /// A handler may not ask for a stop itself, so it wakes up this thread.
  std::thread waiting_;
};

/// Tells how to go on with a training that was stopped, given its possible checkpoints.
void print_stopped(TrainLog& log, const std::vector<std::string>& checkpoints,
                   const Stopped& stopped);

/// Returns what `train()` does. If SIGINT or SIGTERM stops it, says how to go on, and ends the
/// process by the signal.
template <class Train>
auto train_until_stopped(TrainLog& log, const std::vector<std::string>& checkpoints,
                         Train&& train) {
  const StopSignal signal(log.arguments().stop, log.arguments().treebank.quiet);
  try {
    return std::forward<Train>(train)();
  } catch (const Stopped& stopped) {
    print_stopped(log, checkpoints, stopped);
    StopSignal::end();
  }
}

}  // namespace panarc::cli
