#include "oracle/swap_minimal.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "oracle/swap_lattice.h"
#include "oracle/swap_trees.h"
#include "support/groups.h"

namespace panarc {
namespace {

MinimalDerivation minimal(const Heads& heads, std::size_t limit = kSwapStateLimit) {
  const SwapTree tree(heads);
  return minimal_derivation(SwapState(tree), limit);
}

TEST(MinimalDerivation, IsTheShortestPathOfTheLattice) {
  swap_test::for_each_tree_up_to(6, [](const Heads& heads) {
    const MinimalDerivation found = minimal(heads);
    const SwapLattice lattice(heads, SwapAmbiguity::kAll);
    ASSERT_TRUE(found.exact);
    ASSERT_EQ(found.swaps, lattice.min_swaps());
    ASSERT_EQ(found.actions, lattice.shortest());
  });
}

RC_GTEST_PROP(MinimalDerivation, IsTheShortestPathOfLongerLattices, ()) {
  const Heads heads =
      swap_test::random_tree(*rc::gen::inRange(7, 11), *rc::gen::arbitrary<unsigned>());
  const MinimalDerivation found = minimal(heads);
  RC_ASSERT(found.exact);
  RC_ASSERT(found.swaps == count_swaps(found.actions));
  RC_ASSERT(found.actions == SwapLattice(heads, SwapAmbiguity::kAll).shortest());
}

TEST(MinimalDerivation, StartsAnywhere) {
  swap_test::for_each_tree_up_to(5, [](const Heads& heads) {
    const SwapTree tree(heads);
    SwapState state(tree);
    swap_test::Judge judge(heads);
    judge.for_each_configuration([&](const Configuration& c) {
      state.assign(c);
      const MinimalDerivation found = minimal_derivation(state);
      ASSERT_EQ(found.swaps, judge.rest(c).min_swaps);
      Configuration end = c;
      for (const Action action : found.actions) apply<Swap>(end, action);
      ASSERT_TRUE(Swap::is_final(end));
    });
  });
}

TEST(MinimalDerivation, FallsBackOnLazyAndSaysSo) {
  const Heads heads = swap_test::tree({0, 0, 1, 0, 3});
  const MinimalDerivation found = minimal(heads, 1);
  EXPECT_FALSE(found.exact);
  EXPECT_EQ(found.swaps, 3);
  EXPECT_TRUE(swap_test::derives(heads, found.actions));
}

/// The second half of the words, but for the first, is attached to the first half, word by word.
Heads crossing_halves(int words) {
  Heads heads(static_cast<std::size_t>(words) + 1, kNoHead);
  heads[1] = kRoot;
  for (Node word = 2; word <= words; ++word) {
    heads[static_cast<std::size_t>(word)] = word > words / 2 ? word - words / 2 + 1 : word - 1;
  }
  return heads;
}

// Without a limit on the work, and not only on the number of states, this takes minutes to days.
TEST(MinimalDerivation, IsGivenUpWhereAllArcsCross) {
  TEST_TAKES_LONG();
  for (const int words : {60, 500}) {
    const Heads heads = crossing_halves(words);
    const MinimalDerivation found = minimal(heads);
    EXPECT_FALSE(found.exact) << words;
    EXPECT_TRUE(swap_test::derives(heads, found.actions)) << words;
  }
}

}  // namespace
}  // namespace panarc
