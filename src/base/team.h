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
  explicit Team(std::size_t size);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  Team(Team&&) = delete;
  Team& operator=(Team&&) = delete;

  [[nodiscard]] std::size_t size() const { return errors_.size(); }

  /// Calls `work(member)` with each number below size(), each in a thread of its own, and waits.
  /// Throws what one of them has thrown.
  void run(const std::function<void(std::size_t)>& work);

 private:
  void serve(std::size_t member);
  void do_part(std::size_t member);

  std::barrier<> barrier_;
  const std::function<void(std::size_t)>* work_ = nullptr;  // nothing: go home
  std::vector<std::exception_ptr> errors_;
  std::vector<std::thread> threads_;
};

}  // namespace panarc
