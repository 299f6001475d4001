#include "oracle/static_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <numeric>
#include <string>

#include "support/trees.h"
#include "transition/systems.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

/// The oracle of Goldberg & Nivre (2012), Algorithm 1, for arc-eager and a projective tree, in a
/// configuration of its own derivation. REDUCE needs its precondition, which line 5 leaves out;
/// with ROOT first, what is left on the stack at the end is reduced.
Action algorithm_1(const Configuration& c, const Gold& gold) {
  if (c.buffer_empty()) return Action::kReduce;
  if (c.stack().empty()) return Action::kShift;
  const Node i = c.stack(0);
  const Node j = c.buffer(0);
  if (i != kRoot && gold.head(i) == j) return Action::kLeft;
  if (j != kRoot && gold.head(j) == i) return Action::kRight;
  if (ArcEager::Reduce::legal(c)) {
    const auto linked = [&](Node k) {
      return (j != kRoot && gold.head(j) == k) || (k != kRoot && gold.head(k) == j);
    };
    const auto below = c.stack().first(c.stack().size() - 1);
    // ROOT behind the sentence is not shifted: all that is attached is reduced before it.
    if (j == kRoot || std::any_of(below.begin(), below.end(), linked)) return Action::kReduce;
  }
  return Action::kShift;
}

TEST(StaticOracle, OfArcEagerIsAlgorithm1) {
  Oracle<ArcEager> oracle;
  for (Node words = 1; words <= 6; ++words) {
    test::for_each_tree(words, false, [&](const Heads& heads) {
      const Gold gold(heads);
      if (!gold.projective()) return;
      for (const RootPosition root : {RootPosition::kFirst, RootPosition::kLast}) {
        for (const bool single_root : {false, true}) {
          if (single_root && count_roots(heads) > 1) continue;
          Configuration c(words, {.root = root, .single_root = single_root});
          for (const Action action : static_derivation<ArcEager>(oracle, gold, c.options())) {
            ASSERT_EQ(action, algorithm_1(c, gold)) << testing::PrintToString(heads);
            apply<ArcEager>(c, action);
          }
          ASSERT_EQ(Heads(c.heads().begin(), c.heads().end()), heads);
        }
      }
    });
  }
}

TEST(StaticOracle, FollowsALongChainInLinearTime) {
  // Every word depends on the one before it, so the stack gets deep, and the ancestors of the last
  // word are all others.
  constexpr Node kWords = 50'000;
  Heads heads(kWords + 1);
  std::iota(heads.begin(), heads.end(), kNoHead);
  const Gold gold(heads);
  Oracle<ArcEager> oracle;
  for (const RootPosition root : {RootPosition::kFirst, RootPosition::kLast}) {
    const std::clock_t start = std::clock();
    const auto derivation = static_derivation<ArcEager>(oracle, gold, {.root = root});
    EXPECT_EQ(derivation.size(), 2 * kWords);
    EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 2);
  }
}

TEST(StaticOracle, PrefersShiftToReduce) {
  // Goldberg & Nivre (2012), section 2.2: of the two derivations of "He wrote her a letter .", the
  // first; and what ROOT in front leaves to be reduced.
  const Gold gold(Heads{kNoHead, 2, 0, 2, 5, 2, 2});
  Oracle<ArcEager> oracle;
  std::string derivation;
  for (const Action action :
       static_derivation<ArcEager>(oracle, gold, {.root = RootPosition::kFirst})) {
    derivation += action_name(action);
    derivation += ' ';
  }
  EXPECT_EQ(derivation,
            "SHIFT LEFT RIGHT RIGHT SHIFT LEFT REDUCE RIGHT REDUCE RIGHT REDUCE REDUCE ");
}

TEST(StaticOracle, DerivedFromCostsReachesTheBestTree) {
  // 1 -> 3 crosses the arc from ROOT to 2: one of the two is lost.
  const Gold gold(Heads{kNoHead, 0, 0, 1});
  Oracle<ArcEager> oracle;
  Configuration c(3, {.root = RootPosition::kLast});
  for (const Action action : static_derivation<ArcEager>(oracle, gold, c.options())) {
    apply<ArcEager>(c, action);
  }
  int right = 0;
  for (Node word = 1; word <= 3; ++word) right += c.head(word) == gold.head(word) ? 1 : 0;
  EXPECT_EQ(right, 2);
}

}  // namespace
}  // namespace panarc
