#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace panarc {

/// Does numbered jobs, some at a time, each in one thread. Once one of them throws, no other is
/// begun, those that are running are asked to stop, and what it threw is thrown again when all have
/// ended. They are also asked to stop when `stop` is.
void run_jobs(std::size_t count, std::size_t threads, const std::stop_token& stop,
              const std::function<void(std::size_t job, const std::stop_token& stop)>& job);

}  // namespace panarc
