#include "base/team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <string>

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
      // All are done when run() returns.
      for (const int count : runs) ASSERT_EQ(count, run);
    }
    EXPECT_EQ(threads[0], std::this_thread::get_id());
    EXPECT_EQ(std::set(threads.begin(), threads.end()).size(), size);
  }
}

TEST(Team, OfNobodyIsTheCaller) {
  Team team(0);
  EXPECT_EQ(team.size(), 1U);
  int runs = 0;
  team.run([&](std::size_t) { ++runs; });
  EXPECT_EQ(runs, 1);
}

TEST(Team, MembersShareTheWork) {
  Team team(3);
  std::atomic<int> next = 0;
  std::atomic<int> sum = 0;
  team.run([&](std::size_t) {
    for (int i = next++; i < 1000; i = next++) sum += i;
  });
  EXPECT_EQ(sum, 1000 * 999 / 2);
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

TEST(Team, OfSeveralErrorsOneIsThrownAndNoneIsKept) {
  Team team(3);
  EXPECT_THROW(team.run([](std::size_t) { throw std::runtime_error("all"); }), std::runtime_error);
  EXPECT_NO_THROW(team.run([](std::size_t) {}));
  EXPECT_NO_THROW(team.run([](std::size_t) {}));
}

}  // namespace
}  // namespace panarc
