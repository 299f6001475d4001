#include "base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <vector>

namespace panarc {
namespace {

// The first numbers of SplitMix64 with seed 1234567, as in the tests of other implementations.
TEST(Random, IsSplitMix64) {
  Random random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317ULL);
  EXPECT_EQ(random.next(), 3203168211198807973ULL);
  EXPECT_EQ(random.next(), 9817491932198370423ULL);
}

TEST(Random, PurposesOfASeedDiffer) {
  std::set<std::uint64_t> firsts;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    for (std::uint64_t a = 0; a < 20; ++a) {
      for (std::uint64_t b = 0; b < 20; ++b) firsts.insert(Random(seed, a, b).next());
    }
  }
  EXPECT_EQ(firsts.size(), 5U * 20U * 20U);
  EXPECT_EQ(Random(1, 2, 3).next(), Random(1, 2, 3).next());
}

TEST(Random, RealsAreSpreadFromZeroToOne) {
  Random random(1);
  double sum = 0;
  for (int i = 0; i < 10000; ++i) {
    const double value = random.real();
    ASSERT_GE(value, 0);
    ASSERT_LT(value, 1);
    sum += value;
  }
  EXPECT_NEAR(sum / 10000, 0.5, 0.02);
}

TEST(Random, NumbersBelowABoundAreSpread) {
  Random random(2);
  std::vector<int> counts(7);
  for (int i = 0; i < 7000; ++i) ++counts.at(random.below(7));
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);
  EXPECT_EQ(random.below(1), 0U);
}

TEST(Random, ShufflingGivesEveryOrderAlike) {
  std::map<std::vector<int>, int> orders;
  Random random(3);
  for (int i = 0; i < 6000; ++i) {
    std::vector<int> values{1, 2, 3};
    random.shuffle(std::span(values));
    ++orders[values];
  }
  EXPECT_EQ(orders.size(), 6U);
  for (const auto& entry : orders) EXPECT_NEAR(entry.second, 1000, 150);
}

TEST(Random, ShufflingLosesNothing) {
  std::vector<int> values(1000);
  std::iota(values.begin(), values.end(), 0);
  std::vector<int> shuffled = values;
  Random(4).shuffle(std::span(shuffled));
  EXPECT_NE(shuffled, values);
  std::sort(shuffled.begin(), shuffled.end());
  EXPECT_EQ(shuffled, values);
  std::vector<int> none;
  Random(5).shuffle(std::span(none));
}

}  // namespace
}  // namespace panarc
