#include "base/team.h"

#include <algorithm>
#include <utility>

namespace panarc {

Team::Team(std::size_t size)
    : barrier_(static_cast<std::ptrdiff_t>(std::max<std::size_t>(size, 1))),
      errors_(std::max<std::size_t>(size, 1)) {
  for (std::size_t member = 1; member < errors_.size(); ++member) {
    threads_.emplace_back([this, member] { serve(member); });
  }
}

Team::~Team() {
  work_ = nullptr;
  barrier_.arrive_and_wait();
  for (std::thread& thread : threads_) thread.join();
}

void Team::run(const std::function<void(std::size_t)>& work) {
  work_ = &work;
  barrier_.arrive_and_wait();
  do_part(0);
  barrier_.arrive_and_wait();
  std::exception_ptr first;
  for (std::exception_ptr& error : errors_) {
    // All are taken away: none may come up in the next run.
    if (const auto thrown = std::exchange(error, nullptr); !first) first = thrown;
  }
  if (first) std::rethrow_exception(first);
}

void Team::serve(std::size_t member) {
  for (;;) {
    barrier_.arrive_and_wait();
    if (work_ == nullptr) return;
    do_part(member);
    barrier_.arrive_and_wait();
  }
}

void Team::do_part(std::size_t member) {
  try {
    (*work_)(member);
  } catch (...) {
    errors_[member] = std::current_exception();
  }
}

}  // namespace panarc
