#include "base/jobs.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include "base/team.h"

namespace panarc {

void run_jobs(std::size_t count, std::size_t threads, const std::stop_token& stop,
              const std::function<void(std::size_t job, const std::stop_token& stop)>& job) {
  std::stop_source all;
  const std::stop_callback forward(stop, [&] { all.request_stop(); });
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr first;
  Team(std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(count, 1)))
      .run([&](std::size_t /*member*/) {
        for (std::size_t i = next++; i < count; i = next++) {
          try {
            job(i, all.get_token());
          } catch (...) {
            const std::lock_guard lock(mutex);
            if (!first) first = std::current_exception();
            next = count;
            all.request_stop();
          }
        }
      });
  if (first) std::rethrow_exception(first);
}

}  // namespace panarc
