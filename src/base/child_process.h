#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace panarc {

/// A program to run as a child process.
struct ProcessSpec {
  std::string executable;
  std::vector<std::string> arguments;  ///< the name of the program first
  /// Files that standard output and standard error are written to. They may be one.
  std::string output;
  std::string errors;
  /// A descriptor that the child has, too, or -1. A lock on the file that it is of ends when both
  /// are gone.
  int shared = -1;
};

/// How a child process ended, and what it took.
struct ProcessEnd {
  int status = 0;  ///< of its exit; 128 and the number of the signal if it died of one
  double cpu_seconds = 0;
  double peak_bytes = 0;
};

/// A child process. It gets SIGTERM when the thread that started it ends, even if that is by
/// SIGKILL: it never outlives it for long.
class ChildProcess {
 public:
  /// Standard input is empty. Throws Error if the process cannot be started.
  explicit ChildProcess(const ProcessSpec& spec);
  /// Ends the process if it still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ChildProcess(ChildProcess&&) = delete;
  ChildProcess& operator=(ChildProcess&&) = delete;

  [[nodiscard]] pid_t id() const { return id_; }

  /// Waits until it has ended. Until wait(), its id stays its own, and may be sent signals.
  void wait_for_end() const;

  /// Waits for its end and says what it took; once only.
  ProcessEnd wait();

 private:
  pid_t id_ = -1;
};

/// Words as a line for a shell.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace panarc
