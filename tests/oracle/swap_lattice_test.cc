#include "oracle/swap_lattice.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "oracle/swap_minimal.h"
#include "oracle/swap_trees.h"
#include "panarc/error.h"

namespace panarc {
namespace {

using swap_test::tree;

TEST(SwapLattice, HasTheDerivationsOfExhaustiveSearch) {
  swap_test::for_each_tree_up_to(5, [](const Heads& heads) {
    const SwapLattice lattice(heads, SwapAmbiguity::kAll);
    swap_test::Judge judge(heads);
    std::size_t states = 0;
    std::size_t edges = 0;
    judge.for_each_configuration([&](const Configuration& c) {
      ++states;
      edges += static_cast<std::size_t>(judge.permissible(c).size());
    });
    const swap_test::Judge::Rest& rest = judge.rest(swap_test::initial(heads));
    ASSERT_EQ(lattice.states(), states);
    ASSERT_EQ(lattice.edges().size(), edges);
    ASSERT_EQ(lattice.derivations(), rest.derivations);
    ASSERT_EQ(lattice.min_swaps(), rest.min_swaps);
  });
}

/// All paths of a lattice, one by one.
void enumerate(const SwapLattice& lattice, int state, std::vector<Action>& path,
               std::vector<std::vector<Action>>& paths) {
  bool is_final = true;
  for (const SwapLattice::Edge& edge : lattice.edges()) {
    if (edge.from != state) continue;
    is_final = false;
    path.push_back(edge.action);
    enumerate(lattice, edge.to, path, paths);
    path.pop_back();
  }
  if (is_final) paths.push_back(path);
}

TEST(SwapLattice, HasDerivationsOfTheTreeOnly) {
  swap_test::for_each_tree_up_to(5, [](const Heads& heads) {
    for (const SwapAmbiguity kept : {SwapAmbiguity::kShiftSwap, SwapAmbiguity::kAll}) {
      const SwapLattice lattice(heads, kept);
      std::vector<Action> path;
      std::vector<std::vector<Action>> paths;
      enumerate(lattice, 0, path, paths);
      ASSERT_EQ(lattice.derivations(), paths.size());
      int fewest = std::numeric_limits<int>::max();
      int most = 0;
      for (const std::vector<Action>& derivation : paths) {
        ASSERT_TRUE(swap_test::derives(heads, derivation));
        fewest = std::min(fewest, count_swaps(derivation));
        most = std::max(most, count_swaps(derivation));
      }
      ASSERT_EQ(lattice.min_swaps(), fewest);
      ASSERT_EQ(lattice.max_swaps(), most);
      ASSERT_EQ(count_swaps(lattice.shortest()), fewest);
      ASSERT_TRUE(swap_test::derives(heads, lattice.shortest()));
    }
  });
}

TEST(SwapLattice, NeedsNoAmbiguityOfArcsForTheFewestSwaps) {
  swap_test::for_each_tree_up_to(6, [](const Heads& heads) {
    ASSERT_EQ(SwapLattice(heads, SwapAmbiguity::kShiftSwap).shortest(),
              SwapLattice(heads, SwapAmbiguity::kAll).shortest());
  });
}

RC_GTEST_PROP(SwapLattice, NeedsNoAmbiguityOfArcsInLongerTrees, ()) {
  const Heads heads =
      swap_test::random_tree(*rc::gen::inRange(7, 11), *rc::gen::arbitrary<unsigned>());
  RC_ASSERT(SwapLattice(heads, SwapAmbiguity::kShiftSwap).shortest() ==
            SwapLattice(heads, SwapAmbiguity::kAll).shortest());
}

TEST(SwapLattice, OfTwoWordsUnderTheirHeadIsThatOfTheSlides) {
  // John likes Mary: LEFT before or after the second SHIFT, nothing else.
  const SwapLattice lattice(tree({2, 0, 2}), SwapAmbiguity::kAll);
  EXPECT_EQ(lattice.derivations(), 2U);
  EXPECT_EQ(lattice.states(), 9U);
  EXPECT_EQ(lattice.edges().size(), 9U);
  EXPECT_EQ(SwapLattice(tree({2, 0, 2}), SwapAmbiguity::kShiftSwap).derivations(), 1U);
}

TEST(SwapLattice, CountsDerivationsUpToTheGreatestNumber) {
  // In n groups of three words as above there are 2^n derivations.
  const auto groups = [](Node count) {
    Heads heads{kNoHead};
    for (Node group = 0; group < count; ++group) {
      heads.insert(heads.end(), {3 * group + 2, kRoot, 3 * group + 2});
    }
    return heads;
  };
  EXPECT_EQ(SwapLattice(groups(63), SwapAmbiguity::kAll).derivations(), 1ULL << 63U);
  EXPECT_EQ(SwapLattice(groups(70), SwapAmbiguity::kAll).derivations(),
            std::numeric_limits<std::uint64_t>::max());
}

TEST(SwapLattice, IsRefusedWhereItIsTooLarge) {
  const Heads heads = tree({2, 0, 2});
  EXPECT_NO_THROW(SwapLattice(heads, SwapAmbiguity::kAll, 9));
  EXPECT_THROW(SwapLattice(heads, SwapAmbiguity::kAll, 8), Error);
}

TEST(SwapLattice, OfNoWordsIsOneState) {
  const SwapLattice lattice(tree({}), SwapAmbiguity::kAll);
  EXPECT_EQ(lattice.states(), 1U);
  EXPECT_EQ(lattice.derivations(), 1U);
  EXPECT_EQ(lattice.min_swaps(), 0);
}

}  // namespace
}  // namespace panarc
