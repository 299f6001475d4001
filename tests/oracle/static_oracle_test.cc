#include "oracle/static_oracle.h"

#include <gtest/gtest.h>

#include "support/trees.h"
#include "transition/standard_arc_eager_oracle.h"

namespace panarc {
namespace {

TEST(StaticOracle, StandardArcEagerOracleDerivesEveryProjectiveTree) {
  for (Node words = 1; words <= 6; ++words) {
    test::for_each_tree(words, false, [&](const Heads& heads) {
      const Gold gold(heads);
      if (!gold.projective()) return;
      for (const RootPosition root : {RootPosition::kFirst, RootPosition::kLast}) {
        Configuration c(words, {.root = root});
        while (!ArcEager::is_final(c)) {
          const Action action = standard_arc_eager_oracle(c, gold);
          ASSERT_TRUE(is_legal<ArcEager>(c, action)) << testing::PrintToString(heads);
          apply<ArcEager>(c, action);
        }
        EXPECT_EQ(Heads(c.heads().begin(), c.heads().end()), heads);
      }
    });
  }
}

TEST(StaticOracle, PrefersShiftToReduceAsAlgorithm1Does) {
  // Goldberg & Nivre (2012), section 2.2: "He wrote her a letter ." with SHIFT before REDUCE.
  const Gold gold(Heads{kNoHead, 2, 0, 2, 5, 2, 2});
  Configuration c(6, {.root = RootPosition::kFirst});
  std::string derivation;
  while (!ArcEager::is_final(c)) {
    const Action action = standard_arc_eager_oracle(c, gold);
    derivation += action_name(action);
    derivation += ' ';
    apply<ArcEager>(c, action);
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
