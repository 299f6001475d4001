#pragma once

#include <barrier>
#include <cstddef>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace panarc {

/// Threads that work together on one task after another; the caller is one of them.
class Team {
 public:
  /// Starts a thread that runs a function, or throws std::system_error.
  using ThreadStarter = std::function<std::thread(std::function<void()>)>;

  /// Throws Error if the system does not allow this many threads; none is left running then.
  explicit Team(std::size_t size);
  Team(std::size_t size, const ThreadStarter& start);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  [[nodiscard]] std::size_t size() const { return errors_.size(); }

  /// Calls `work(member)` with each number below size(), each in its own thread, and waits.
  /// Rethrows an exception of one of them.
  void run(const std::function<void(std::size_t)>& work);

  /// The CPU time of its threads, for the caller since that thread began: the difference between
  /// two calls is the time spent in between. Other threads of the process do not count. Call it
  /// from the thread that calls run().
  [[nodiscard]] double cpu_seconds();

 private:
  void dismiss();
  void serve(std::size_t member);
  void do_part(std::size_t member);

  std::barrier<> barrier_;
  const std::function<void(std::size_t)>* work_ = nullptr;  // null: the threads end
  std::vector<std::exception_ptr> errors_;
  std::vector<std::thread> threads_;
};

}  // namespace panarc
