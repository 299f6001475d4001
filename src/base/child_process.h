#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace panarc {

/// A program to run as a child process.
struct ProcessSpec {
  std::string executable;
  std::vector<std::string> arguments;  ///< the name of the program first
  /// Files for standard output and standard error; may be the same.
  std::string output;
  std::string errors;
  /// A descriptor to share with the child, or -1. A lock on its file lasts until both have closed
  /// it.
  int shared = -1;
};

/// How a child process ended, and what it used.
struct ProcessEnd {
  int status = 0;  ///< exit status; 128 plus the signal number if killed by a signal
  double cpu_seconds = 0;
  double peak_bytes = 0;
};

/// A child process. It gets SIGTERM when the thread that started it ends, even by SIGKILL, so it
/// never outlives it for long.
class ChildProcess {
 public:
  /// Standard input is empty. Throws Error if the process cannot be started.
  explicit ChildProcess(const ProcessSpec& spec);
  /// Ends the process if it still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  [[nodiscard]] pid_t id() const { return id_; }

  /// Waits until it has ended. Until wait(), its id is not reused, so it may be sent signals.
  void wait_for_end() const;

  /// Waits for its end and returns what it used; call only once.
  ProcessEnd wait();

 private:
  pid_t id_ = -1;
};

/// Quotes words as a shell command line.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace panarc
