#pragma once

#include <barrier>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace panarc {

/// Threads that do one thing after another together, the caller being one of them.
class Team {
 public:
  /// Gives a thread that runs a function, or throws std::system_error.
  using ThreadStarter = std::function<std::thread(std::function<void()>)>;

  /// Throws Error if the system does not let so many threads be started; none is left then.
  explicit Team(std::size_t size);
  Team(std::size_t size, const ThreadStarter& start);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  Team(Team&&) = delete;
  Team& operator=(Team&&) = delete;

  [[nodiscard]] std::size_t size() const { return errors_.size(); }

  /// Calls `work(member)` with each number below size(), each in a thread of its own, and waits.
  /// Throws what one of them has thrown.
  void run(const std::function<void(std::size_t)>& work);

  /// The time that its threads have spent on processors, the caller's from its beginning: what one
  /// of two calls has more than the other was spent in between. Other threads of the process do not
  /// count. To be called where run() is.
  [[nodiscard]] double cpu_seconds();

 private:
  void dismiss();
  void serve(std::size_t member);
  void do_part(std::size_t member);

  std::barrier<> barrier_;
  const std::function<void(std::size_t)>* work_ = nullptr;  // nothing: the threads end
  std::vector<std::exception_ptr> errors_;
  std::vector<std::thread> threads_;
};

}  // namespace panarc
