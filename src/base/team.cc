#include "base/team.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <ctime>
#include <system_error>
#include <utility>

#include "panarc/error.h"

namespace panarc {
namespace {

double seconds_on(clockid_t clock) {
  constexpr double kNanosecond = 1e-9;
  timespec time{};
  if (clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + kNanosecond * static_cast<double>(time.tv_nsec);
}

}  // namespace

Team::Team(std::size_t size)
    : Team(size, [](std::function<void()> work) { return std::thread(std::move(work)); }) {}

Team::Team(std::size_t size, const ThreadStarter& start)
    : barrier_(static_cast<std::ptrdiff_t>(std::max<std::size_t>(size, 1))),
      errors_(std::max<std::size_t>(size, 1)) {
  threads_.reserve(errors_.size() - 1);
  try {
    for (std::size_t member = 1; member < errors_.size(); ++member) {
      threads_.push_back(start([this, member] { serve(member); }));
    }
  } catch (const std::system_error& failure) {
    const std::size_t running = threads_.size() + 1;
    dismiss();
    throw Error(
        fmt::format("only {} of {} threads could be started ({}): ask for fewer, or raise "
                    "the limits on processes and memory",
                    running, errors_.size(), failure.code().message()));
  } catch (...) {
    dismiss();
    throw;
  }
}

Team::~Team() { dismiss(); }

// Lets all threads end. Those that were never started count as arrived.
void Team::dismiss() {
  work_ = nullptr;
  const std::size_t absent = errors_.size() - threads_.size();  // the caller is one of them
  // Nobody waits here for the threads to arrive, so the token to wait with is unused.
  static_cast<void>(barrier_.arrive(static_cast<std::ptrdiff_t>(absent)));
  for (std::thread& thread : threads_) thread.join();
}

void Team::run(const std::function<void(std::size_t)>& work) {
  work_ = &work;
  barrier_.arrive_and_wait();
  do_part(0);
  barrier_.arrive_and_wait();
  std::exception_ptr first;
  for (std::exception_ptr& error : errors_) {
    // Clear all of them, so that none shows up in the next run.
    if (const auto thrown = std::exchange(error, nullptr); !first) first = thrown;
  }
  if (first) std::rethrow_exception(first);
}

double Team::cpu_seconds() {
  double sum = seconds_on(CLOCK_THREAD_CPUTIME_ID);
  for (std::thread& thread : threads_) {
    clockid_t clock{};
    if (pthread_getcpuclockid(thread.native_handle(), &clock) == 0) sum += seconds_on(clock);
  }
  return sum;
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
