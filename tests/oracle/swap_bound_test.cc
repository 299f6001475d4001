#include "oracle/swap_bound.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "oracle/swap_lattice.h"
#include "oracle/swap_trees.h"

namespace panarc {
namespace {

TEST(SwapBound, IsNeverAboveTheFewestSwaps) {
  swap_test::for_each_tree_up_to(5, [](const Heads& heads) {
    const SwapTree tree(heads);
    SwapState state(tree);
    SwapBound bound(tree);
    swap_test::Judge judge(heads);
    judge.for_each_configuration([&](const Configuration& c) {
      state.assign(c);
      ASSERT_LE(bound(state), judge.rest(c).min_swaps);
    });
  });
}

RC_GTEST_PROP(SwapBound, IsNeverAboveTheFewestSwapsOfLongerTrees, ()) {
  const Heads heads =
      swap_test::random_tree(*rc::gen::inRange(7, 11), *rc::gen::arbitrary<unsigned>());
  const SwapTree tree(heads);
  RC_ASSERT(SwapBound(tree)(SwapState(tree)) <=
            SwapLattice(heads, SwapAmbiguity::kShiftSwap).min_swaps());
}

TEST(SwapBound, TellsProjectiveTreesFromOthers) {
  swap_test::for_each_tree_up_to(6, [](const Heads& heads) {
    const SwapTree tree(heads);
    ASSERT_EQ(SwapBound(tree)(SwapState(tree)) == 0, tree.projective);
  });
}

TEST(SwapBound, CountsKnotsThatHaveNothingInCommon) {
  // Three times one pair of crossing arcs.
  const Heads heads = swap_test::tree({0, 1, 1, 2, 0, 5, 5, 6, 0, 9, 9, 10});
  const SwapTree tree(heads);
  EXPECT_EQ(SwapBound(tree)(SwapState(tree)), 3);
}

}  // namespace
}  // namespace panarc
