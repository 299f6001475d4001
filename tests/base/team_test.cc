#include "base/team.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "support/message_of.h"

namespace panarc {
namespace {

TEST(Team, EveryMemberWorksOnceARun) {
  for (std::size_t size = 1; size <= 4; ++size) {
    Team team(size);
    EXPECT_EQ(team.size(), size);
    std::vector<int> runs(size);
    std::vector<std::thread::id> threads(size);
    for (int run = 1; run <= 50; ++run) {
      team.run([&](std::size_t member) {
        ++runs[member];
        threads[member] = std::this_thread::get_id();
      });
      // All members are done when run() returns.
      for (const int count : runs) ASSERT_EQ(count, run);
    }
    EXPECT_EQ(threads[0], std::this_thread::get_id());
    EXPECT_EQ(std::set(threads.begin(), threads.end()).size(), size);
  }
}

TEST(Team, KnowsTheTimeOfAllItsThreads) {
  constexpr double kSeconds = 0.02;
  const auto spend = [] {
    const std::clock_t start = std::clock();  // of the whole process
    while (std::clock() - start < static_cast<std::clock_t>(3 * kSeconds * CLOCKS_PER_SEC)) {
    }
  };
  Team team(3);
  const double before = team.cpu_seconds();
  team.run([&](std::size_t) { spend(); });
  const double spent = team.cpu_seconds() - before;
  EXPECT_GT(spent, kSeconds);
  // A thread that is not of the team.
  std::thread(spend).join();
  EXPECT_LT(team.cpu_seconds() - before - spent, kSeconds);
}

TEST(Team, OfNobodyIsTheCaller) {
  Team team(0);
  EXPECT_EQ(team.size(), 1U);
  int runs = 0;
  team.run([&](std::size_t) { ++runs; });
  EXPECT_EQ(runs, 1);
}

TEST(Team, MembersWorkAtTheSameTime) {
  constexpr std::size_t kSize = 3;
  constexpr std::chrono::seconds kPatience{20};
  Team team(kSize);
  for (int run = 0; run < 10; ++run) {
    std::mutex mutex;
    std::condition_variable arrival;
    std::size_t present = 0;
    std::size_t met_all = 0;
    team.run([&](std::size_t) {
      std::unique_lock lock(mutex);
      ++present;
      arrival.notify_all();
      // If one did its part after another, they would not meet.
      met_all += arrival.wait_for(lock, kPatience, [&] { return present == kSize; }) ? 1 : 0;
    });
    ASSERT_EQ(met_all, kSize);
  }
}

TEST(Team, ThrowsWhatAMemberThrows) {
  for (std::size_t thrower = 0; thrower < 3; ++thrower) {
    Team team(3);
    std::atomic<int> others = 0;
    EXPECT_THROW(team.run([&](std::size_t member) {
      if (member == thrower) throw std::runtime_error("no");
      ++others;
    }),
                 std::runtime_error);
    EXPECT_EQ(others, 2);
    team.run([&](std::size_t) { ++others; });
    EXPECT_EQ(others, 5);
  }
}

// Starts so many threads and then no more, as a system at its limit.
Team::ThreadStarter at_most(std::size_t limit, std::atomic<int>& ended) {
  return [limit, &ended, started = std::size_t{0}](std::function<void()> work) mutable {
    if (started++ == limit) {
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    }
    return std::thread([&ended, work = std::move(work)] {
      work();
      ++ended;
    });
  };
}

TEST(Team, EndsTheThreadsThatItHasWhenThereAreTooFew) {
  for (std::size_t limit = 0; limit < 4; ++limit) {
    std::atomic<int> ended = 0;
    const std::string message =
        test::message_of([&] { const Team team(5, at_most(limit, ended)); });
    EXPECT_EQ(ended, static_cast<int>(limit));
    EXPECT_THAT(message, testing::HasSubstr(fmt::format("only {} of 5 threads", limit + 1)));
    EXPECT_THAT(message, testing::HasSubstr("ask for fewer"));
  }
  std::atomic<int> ended = 0;
  EXPECT_EQ(Team(5, at_most(4, ended)).size(), 5U);
}

TEST(Team, EndsItsThreadsWhateverKeepsTheOthersFromStarting) {
  std::atomic<int> ended = 0;
  const Team::ThreadStarter start = [&, limited = at_most(2, ended)](std::function<void()> work) {
    try {
      return limited(std::move(work));
    } catch (const std::system_error&) {
      throw std::bad_alloc();
    }
  };
  EXPECT_THROW(Team(5, start), std::bad_alloc);
  EXPECT_EQ(ended, 2);
}

TEST(Team, OfSeveralErrorsOneIsThrownAndNoneIsKept) {
  Team team(3);
  EXPECT_THROW(team.run([](std::size_t) { throw std::runtime_error("all"); }), std::runtime_error);
  EXPECT_NO_THROW(team.run([](std::size_t) {}));
  EXPECT_NO_THROW(team.run([](std::size_t) {}));
}

}  // namespace
}  // namespace panarc
