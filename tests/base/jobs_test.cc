#include "base/jobs.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <stop_token>
#include <thread>

namespace panarc {
namespace {

TEST(RunJobs, DoesEachOnce) {
  for (const std::size_t threads : {0U, 1U, 3U, 100U}) {
    std::array<std::atomic<int>, 20> times{};
    run_jobs(times.size(), threads, {},
             [&](std::size_t job, const std::stop_token&) { ++times[job]; });
    for (const auto& each : times) EXPECT_EQ(each, 1);
  }
  run_jobs(0, 2, {}, [](std::size_t, const std::stop_token&) { FAIL(); });
}

/// Waits until a stop is requested.
void wait_for(const std::stop_token& stop) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!stop.stop_requested() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (!stop.stop_requested()) throw std::runtime_error("no stop was requested");
}

TEST(RunJobs, ThrowsWhatWasThrownFirstAndStopsTheOthers) {
  std::atomic<int> begun = 0;
  const auto job = [&](std::size_t i, const std::stop_token& stop) {
    ++begun;
    if (i == 1) throw std::logic_error("first");
    wait_for(stop);
    throw std::runtime_error("because of the first");
  };
  EXPECT_THROW(run_jobs(10, 2, {}, job), std::logic_error);
  EXPECT_EQ(begun, 2);
}

TEST(RunJobs, PassesRequestsToStopOn) {
  std::stop_source stop;
  std::atomic<int> stopped = 0;
  run_jobs(2, 2, stop.get_token(), [&](std::size_t i, const std::stop_token& of_job) {
    if (i == 0) stop.request_stop();
    wait_for(of_job);
    ++stopped;
  });
  EXPECT_EQ(stopped, 2);
}

}  // namespace
}  // namespace panarc
