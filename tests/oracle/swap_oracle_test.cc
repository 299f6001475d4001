#include "oracle/swap_oracle.h"

#include <gtest/gtest.h>

#include <ctime>
#include <numeric>
#include <utility>

#include "oracle/swap_trees.h"
#include "panarc/error.h"
#include "support/slowdown.h"

namespace panarc {
namespace {

using swap_test::tree;

constexpr Action kSh = Action::kShift;
constexpr Action kLa = Action::kLeft;
constexpr Action kRa = Action::kRight;
constexpr Action kSw = Action::kSwap;

int swaps(const Heads& heads, SwapOracle oracle) {
  return count_swaps(swap_derivation(heads, oracle));
}

TEST(SwapDerivation, OfTheSlides) {
  const Heads heads = tree({2, 0, 2, 1, 4});  // Ausgelöst wurde sie durch Intel
  EXPECT_EQ(swap_derivation(heads, SwapOracle::kEager),
            (std::vector{kSh, kSh, kSh, kRa, kSh, kSw, kSh, kSh, kSw, kRa, kRa, kSh, kLa, kRa}));
  const std::vector lazy{kSh, kSh, kSh, kRa, kSh, kSh, kRa, kSw, kRa, kSh, kLa, kRa};
  EXPECT_EQ(swap_derivation(heads, SwapOracle::kLazy), lazy);
  EXPECT_EQ(swap_derivation(heads, SwapOracle::kMinimal), lazy);
}

TEST(SwapDerivation, HasTheKnownNumbersOfSwaps) {
  EXPECT_EQ(swaps(tree({2, 0, 1, 1}), SwapOracle::kMinimal), 2);
  const Heads five = tree({0, 0, 1, 0, 3});
  EXPECT_EQ(swaps(five, SwapOracle::kEager), 3);
  EXPECT_EQ(swaps(five, SwapOracle::kLazy), 3);
  EXPECT_EQ(swaps(five, SwapOracle::kMinimal), 2);
}

TEST(SwapDerivation, OfLazyIsMinimalUpToFourWords) {
  swap_test::for_each_tree_up_to(4, [](const Heads& heads) {
    ASSERT_EQ(swaps(heads, SwapOracle::kLazy), swaps(heads, SwapOracle::kMinimal));
  });
}

TEST(SwapDerivation, YieldsTheTree) {
  swap_test::for_each_tree_up_to(6, [](const Heads& heads) {
    const std::vector<Action> eager = swap_derivation(heads, SwapOracle::kEager);
    const std::vector<Action> lazy = swap_derivation(heads, SwapOracle::kLazy);
    const std::vector<Action> minimal = swap_derivation(heads, SwapOracle::kMinimal);
    ASSERT_TRUE(swap_test::derives(heads, eager));
    ASSERT_TRUE(swap_test::derives(heads, lazy));
    ASSERT_TRUE(swap_test::derives(heads, minimal));
    ASSERT_LE(count_swaps(lazy), count_swaps(eager));
    ASSERT_LE(count_swaps(minimal), count_swaps(lazy));
  });
}

TEST(SwapDerivation, OfTheNonDeterministicOraclesIsThatOfEager) {
  swap_test::for_each_tree_up_to(4, [](const Heads& heads) {
    const std::vector<Action> eager = swap_derivation(heads, SwapOracle::kEager);
    ASSERT_EQ(swap_derivation(heads, SwapOracle::kNdSw), eager);
    ASSERT_EQ(swap_derivation(heads, SwapOracle::kNdAll), eager);
  });
}

TEST(SwapDerivation, NeedsATree) {
  EXPECT_THROW(swap_derivation(tree({0, 3, 2}), SwapOracle::kEager), Error);
}

TEST(SwapGuide, FollowsTheDerivationOfAStaticOracle) {
  swap_test::for_each_tree_up_to(5, [](const Heads& heads) {
    for (const SwapOracle oracle : {SwapOracle::kEager, SwapOracle::kLazy, SwapOracle::kMinimal}) {
      SwapGuide guide(heads, oracle);
      Configuration c = swap_test::initial(heads);
      std::vector<Action> taken;
      for (ActionSet next; !(next = guide.permissible(c)).empty();) {
        ASSERT_EQ(next.size(), 1);
        taken.push_back(*next.begin());
        apply<Swap>(c, taken.back());
      }
      ASSERT_EQ(taken, swap_derivation(heads, oracle));
      ASSERT_TRUE(guide.exact());
    }
  });
}

TEST(SwapGuide, OfMinimalFindsItsWayBack) {
  swap_test::for_each_tree_up_to(5, [](const Heads& heads) {
    SwapGuide guide(heads, SwapOracle::kMinimal);
    swap_test::Judge judge(heads);
    judge.for_each_configuration([&](const Configuration& c) {
      if (Swap::is_final(c)) return;
      const ActionSet best = guide.permissible(c);
      ASSERT_EQ(best.size(), 1);
      Configuration next = c;
      apply<Swap>(next, *best.begin());
      ASSERT_EQ(judge.rest(c).min_swaps,
                judge.rest(next).min_swaps + (*best.begin() == kSw ? 1 : 0));
    });
  });
}

TEST(SwapGuide, OfTheNonDeterministicOraclesLeavesChoices) {
  SwapGuide all(tree({2, 0, 2}), SwapOracle::kNdAll);
  SwapGuide swaps_only(tree({2, 0, 2}), SwapOracle::kNdSw);
  const Configuration c = *swap_test::after(tree({2, 0, 2}), std::vector{kSh, kSh});
  EXPECT_EQ(all.permissible(c), (ActionSet{kSh, kLa}));
  EXPECT_EQ(swaps_only.permissible(c), (ActionSet{kLa}));
}

TEST(SwapGuide, OfNdAllKnowsEveryWayToTheTree) {
  swap_test::for_each_tree_up_to(5, [](const Heads& heads) {
    SwapGuide guide(heads, SwapOracle::kNdAll);
    swap_test::Judge judge(heads);
    judge.for_each_configuration(
        [&](const Configuration& c) { ASSERT_EQ(guide.permissible(c), judge.permissible(c)); });
  });
}

TEST(SwapGuide, FollowsALongChainInLinearTime) {
  constexpr Node kWords = 100'000;
  Heads heads(kWords + 1);
  std::iota(heads.begin(), heads.end(), kNoHead);
  for (const SwapOracle oracle : {SwapOracle::kEager, SwapOracle::kLazy, SwapOracle::kNdAll}) {
    const std::clock_t start = std::clock();
    SwapGuide guide(heads, oracle);
    Configuration c = swap_test::initial(heads);
    int count = 0;
    for (ActionSet next; !(next = guide.permissible(c)).empty(); ++count) {
      apply<Swap>(c, *next.begin());
    }
    EXPECT_EQ(count, 2 * kWords);
    EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, test::kSlowdown);
  }
}

TEST(SwapGuide, RemembersWhatTookLongToTell) {
  const Heads heads = swap_test::random_tree(400, 4);
  SwapGuide guide(heads, SwapOracle::kNdAll);
  Configuration c = swap_test::initial(heads);
  ActionSet answer = guide.permissible(c);
  for (int taken = 0; taken < 1000 || !answer.contains(kSw); ++taken) {
    apply<Swap>(c, *answer.begin());
    answer = guide.permissible(c);
  }
  const std::clock_t start = std::clock();
  for (int i = 0; i < 40'000; ++i) ASSERT_EQ(guide.permissible(c), answer);
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, test::kSlowdown);
}

TEST(SwapGuide, CanBeMoved) {
  const Heads heads = tree({2, 0, 2, 1, 4});
  SwapGuide first(heads, SwapOracle::kLazy);
  SwapGuide guide = std::move(first);
  EXPECT_EQ(guide.permissible(swap_test::initial(heads)), ActionSet{kSh});
}

TEST(SwapGuide, SaysWhenMinimalIsNotProved) {
  EXPECT_FALSE(SwapGuide(tree({0, 0, 1, 0, 3}), SwapOracle::kMinimal, 1).exact());
}

}  // namespace
}  // namespace panarc
