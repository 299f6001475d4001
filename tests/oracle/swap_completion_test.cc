#include "oracle/swap_completion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "oracle/exhaustive.h"
#include "oracle/limits.h"
#include "oracle/verify.h"
#include "panarc/error.h"
#include "transition/swap.h"
#include "transition/systems.h"

namespace panarc {
namespace {

/// The value of the arcs that a configuration already has.
int built(const Configuration& c, const Gold& gold) {
  int value = 0;
  for (Node word = 1; word <= c.words(); ++word) {
    if (c.attached(word)) value += gold.value({c.head(word), word}, c.options().root);
  }
  return value;
}

bool is_in_sentence_order(const Configuration& c) {
  std::vector<Node> words(c.stack().begin(), c.stack().end());
  words.insert(words.end(), c.buffer().begin(), c.buffer().end());
  return std::is_sorted(words.begin(), words.end());
}

TEST(SwapCompletion, BoundsTheTruthEverywhereAndMostlyMeetsIt) {
  std::mt19937_64 random(4);
  SwapCompletion completion;
  int all = 0;
  int tight = 0;
  for (const bool single_root : {false, true}) {
    constexpr int kWords = 5;
    const ConfigurationGraph<Swap> graph(
        kWords, {.root = RootPosition::kFirst, .single_root = single_root});
    std::vector<int> best;
    for (int round = 0; round < 60; ++round) {
      const Heads heads = numbered_heads(kWords, random() % numbered_heads_count(kWords));
      const GoldKind kind = round % 3 == 0   ? GoldKind::kAmbiguous
                            : round % 3 == 1 ? GoldKind::kSides
                                             : GoldKind::kHeads;
      const Gold gold = random_gold(random, heads, kind, 0);
      graph.best_values(gold, best);
      for (int i = 0; i < graph.size(); ++i) {
        const Configuration& c = graph.configuration(i);
        const int truth = best[static_cast<std::size_t>(i)] - built(c, gold);
        const auto bounds = completion.bounds(c, gold);
        ASSERT_LE(bounds.lower, truth);
        ASSERT_GE(bounds.upper, truth);
        // In sentence order the bounds meet: whatever the annotation as long as words follow, and
        // at the end if all that is known is heads.
        const bool exact = !c.buffer_empty() || kind == GoldKind::kHeads;
        EXPECT_TRUE(!is_in_sentence_order(c) || !exact || bounds.lower == bounds.upper);
        ++all;
        tight += bounds.lower == bounds.upper ? 1 : 0;
      }
    }
  }
  EXPECT_GT(tight, all * 8 / 10);
}

TEST(SwapCompletion, RefusesWhatIsTooLong) {
  Heads heads{kNoHead};
  for (Node word = 1; word <= kMaxWordsOfPairs + 1; ++word) heads.push_back(word - 1);
  SwapCompletion completion;
  for (const Node more : {1, 0}) {
    heads.resize(static_cast<std::size_t>(kMaxWordsOfPairs + more) + 1);
    Configuration c(kMaxWordsOfPairs + more, {.root = RootPosition::kFirst});
    for (int i = 0; i < 2; ++i) apply<Swap>(c, Action::kShift);
    if (more > 0) {
      EXPECT_THROW(completion.swaps_against_order(c, Gold(heads)), Error);
    } else {
      EXPECT_FALSE(completion.swaps_against_order(c, Gold(heads)));
    }
  }
}

TEST(SwapCompletion, InSentenceOrderEveryTreeCanStillBeBuilt) {
  Configuration c(6, {.root = RootPosition::kFirst});
  for (int i = 0; i < 4; ++i) apply<Swap>(c, Action::kShift);
  SwapCompletion completion;
  const Gold gold(Heads{kNoHead, 4, 5, 0, 3, 1, 2});
  const auto bounds = completion.bounds(c, gold);
  EXPECT_EQ(bounds.lower, 6);
  EXPECT_EQ(bounds.upper, 6);
}

}  // namespace
}  // namespace panarc
