#include "oracle/swap_statistics.h"

#include <gtest/gtest.h>

#include "oracle/swap_lattice.h"
#include "oracle/swap_oracle.h"
#include "oracle/swap_trees.h"

namespace panarc {
namespace {

using swap_test::tree;

TEST(SwapStatistics, AgreeWithDerivationsAndLattices) {
  swap_test::for_each_tree_up_to(6, [](const Heads& heads) {
    const SwapStatistics statistics = swap_statistics(heads).value();
    const auto swaps = [&](SwapOracle oracle) {
      return static_cast<std::uint64_t>(count_swaps(swap_derivation(heads, oracle)));
    };
    ASSERT_EQ(statistics.eager, swaps(SwapOracle::kEager));
    ASSERT_EQ(statistics.lazy, swaps(SwapOracle::kLazy));
    ASSERT_EQ(statistics.minimal, swaps(SwapOracle::kMinimal));
    ASSERT_TRUE(statistics.minimal_exact);
    ASSERT_EQ(statistics.unique, SwapLattice(heads, SwapAmbiguity::kAll).derivations() == 1);
    ASSERT_EQ(statistics.projective(), SwapTree(heads).projective);
  });
}

TEST(SwapStatistics, OfALongSentenceAreExactIfItsKnotsAreShort) {
  // Thirty times a tree of five words that LAZY does not solve with the fewest swaps.
  Heads heads{kNoHead};
  for (Node first = 1; first <= 150; first += 5) {
    heads.insert(heads.end(), {0, 0, first, 0, first + 2});
  }
  const SwapStatistics statistics = swap_statistics(heads).value();
  EXPECT_TRUE(statistics.minimal_exact);
  EXPECT_EQ(statistics.lazy, 90U);
  EXPECT_EQ(statistics.minimal, 60U);
}

TEST(SwapStatistics, OfTwoInterleavedChainsAreExact) {
  // Every arc crosses others; half of them must be freed by a swap of their own.
  Heads heads{kNoHead, 0, 0};
  for (Node word = 3; word <= 120; ++word) heads.push_back(word - 2);
  const SwapStatistics statistics = swap_statistics(heads).value();
  EXPECT_TRUE(statistics.minimal_exact);
  EXPECT_EQ(statistics.eager, 59U * 60U / 2U);
  EXPECT_EQ(statistics.minimal, 59U);
}

TEST(SwapStatistics, SayWhenTheyAreNotExact) {
  const SwapStatistics statistics = swap_statistics(tree({0, 0, 1, 0, 3}), 1).value();
  EXPECT_FALSE(statistics.minimal_exact);
  EXPECT_EQ(statistics.minimal, statistics.lazy);
}

TEST(SwapTotals, AreSums) {
  SwapTotals totals;
  totals.add(swap_statistics(tree({0, 1})));
  totals.add(swap_statistics(tree({0, 0, 1, 0, 3})));
  totals.add(swap_statistics(tree({2, 0, 2, 1, 4})));
  totals.add(swap_statistics(tree({2, 0, 2})));
  EXPECT_EQ(totals.sentences, 4U);
  EXPECT_EQ(totals.eager, 5U);
  EXPECT_EQ(totals.lazy, 4U);
  EXPECT_EQ(totals.minimal, 3U);
  EXPECT_EQ(totals.inexact, 0U);
  EXPECT_EQ(totals.projective, 2U);
  EXPECT_EQ(totals.unique, 1U);
}

}  // namespace
}  // namespace panarc
