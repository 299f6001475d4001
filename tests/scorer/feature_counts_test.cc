#include "scorer/feature_counts.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace panarc {
namespace {

FeatureCounts counts_of(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& counts) {
  FeatureCounts result;
  for (const auto& [key, count] : counts) result.add(key, count);
  return result;
}

RC_GTEST_PROP(FeatureCounts, AreThoseOfAMap, ()) {
  const auto keys =
      *rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(1, 5000));
  FeatureCounts counts;
  FeatureCounts halves[2];
  std::map<std::uint64_t, std::uint64_t> expected;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    counts.add(keys[i]);
    halves[i % 2].add(keys[i]);
    ++expected[keys[i]];
  }
  halves[0].add(halves[1]);
  for (const FeatureCounts& found : {counts, halves[0]}) {
    RC_ASSERT(found.features() == expected.size());
    RC_ASSERT(found.total() == keys.size());
    for (const auto& [key, count] : expected) RC_ASSERT(found.of(key) == count);
    found.for_each(
        [&](std::uint64_t key, std::uint64_t count) { RC_ASSERT(expected.at(key) == count); });
    RC_ASSERT(found.of(6000) == 0U);
  }
}

TEST(FeatureCounts, TheTableGrows) {
  constexpr std::uint64_t kKeys = 10000;
  FeatureCounts counts;
  for (std::uint64_t key = 1; key <= kKeys; ++key) counts.add(key * 8, key);
  EXPECT_EQ(counts.features(), kKeys);
  for (std::uint64_t key = 1; key <= kKeys; ++key) ASSERT_EQ(counts.of(key * 8), key);
  counts.clear();
  EXPECT_EQ(counts.features(), 0U);
  EXPECT_EQ(counts.of(8), 0U);
}

// Three features, of which each side has two. With 0.1 added to all, the totals are 4.3 and 2.3.
TEST(Divergence, IsThatOfSmoothedFrequencies) {
  const FeatureCounts of = counts_of({{1, 3}, {2, 1}});
  const FeatureCounts from = counts_of({{3, 1}, {2, 1}});
  const auto term = [](double p, double q) { return p * std::log(p / q); };
  EXPECT_NEAR(divergence(of, from),
              term(3.1 / 4.3, 0.1 / 2.3) + term(1.1 / 4.3, 1.1 / 2.3) + term(0.1 / 4.3, 1.1 / 2.3),
              1e-12);
  EXPECT_NEAR(divergence(from, of),
              term(0.1 / 2.3, 3.1 / 4.3) + term(1.1 / 2.3, 1.1 / 4.3) + term(1.1 / 2.3, 0.1 / 4.3),
              1e-12);
}

TEST(Divergence, OfTheSameDistributionIsNothing) {
  const FeatureCounts counts = counts_of({{1, 3}, {2, 1}});
  EXPECT_EQ(divergence(counts, counts), 0);
  EXPECT_EQ(divergence({}, {}), 0);
}

TEST(Divergence, DoesNotDependOnTheOrderOfCounting) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> counts;
  // All begin their search for a place at the same one.
  for (std::uint64_t key = 1; key <= 300; ++key) counts.emplace_back(key << 40U, key % 7 + 1);
  const FeatureCounts forwards = counts_of(counts);
  const FeatureCounts from = counts_of({{1ULL << 40U, 5}, {7, 3}});
  const double expected = divergence(forwards, from);
  const FeatureCounts backwards = counts_of({counts.rbegin(), counts.rend()});
  EXPECT_EQ(divergence(backwards, from), expected);
}

}  // namespace
}  // namespace panarc
