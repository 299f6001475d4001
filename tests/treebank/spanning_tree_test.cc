#include "treebank/spanning_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "support/trees.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

using Arcs = std::vector<WeightedArc>;

std::map<std::pair<Node, Node>, double> values_of(const Arcs& arcs) {
  std::map<std::pair<Node, Node>, double> values;
  for (const WeightedArc& arc : arcs) values[{arc.head, arc.dependent}] = arc.value;
  return values;
}

/// What a tree is worth: first how few arcs it takes that are not given, then how few words are
/// under ROOT if that matters, then the sum of its arcs.
struct Worth {
  int others = 0;
  std::size_t roots = 0;
  double value = 0;

  [[nodiscard]] bool is_better_than(const Worth& other) const {
    if (others != other.others) return others < other.others;
    if (roots != other.roots) return roots < other.roots;
    return value > other.value + 1e-9;
  }
};

Worth worth_of(const Heads& heads, const Arcs& arcs, bool single_root) {
  const auto values = values_of(arcs);
  Worth worth;
  if (single_root) worth.roots = count_roots(heads);
  for (std::size_t word = 1; word < heads.size(); ++word) {
    const auto found = values.find({heads[word], static_cast<Node>(word)});
    if (found == values.end()) {
      ++worth.others;
    } else {
      worth.value += found->second;
    }
  }
  return worth;
}

/// The arcs of some trees, as parsers would vote for them, and some more.
template <class Random>
Arcs random_arcs(Random& random, Node n, int trees) {
  std::map<std::pair<Node, Node>, double> values;
  for (int i = 0; i < trees; ++i) {
    const Heads heads =
        i == 0 ? test::random_projective_tree(random, n) : test::random_tree(random, n);
    const double weight = std::uniform_real_distribution<double>(-0.5, 2)(random);
    for (Node word = 1; word <= n; ++word) {
      values[{heads[static_cast<std::size_t>(word)], word}] += weight;
    }
  }
  Arcs arcs;
  for (const auto& [arc, value] : values) arcs.push_back({arc.first, arc.second, value});
  std::shuffle(arcs.begin(), arcs.end(), random);
  return arcs;
}

class SpanningTree : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Roots, SpanningTree, testing::Bool());

TEST_P(SpanningTree, IsTheBestOfAll) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 600; ++round) {
    const Node n = 1 + round % 5;
    const Arcs arcs = random_arcs(random, n, 1 + round % 4);
    const Worth found = worth_of(best_tree(n, arcs, GetParam()), arcs, GetParam());
    EXPECT_EQ(found.others, 0);
    test::for_each_tree(n, false, [&](const Heads& heads) {
      EXPECT_FALSE(worth_of(heads, arcs, GetParam()).is_better_than(found));
    });
  }
}

TEST_P(SpanningTree, IsTheBestOfAllProjectiveOnes) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 600; ++round) {
    const Node n = 1 + round % 5;
    Arcs arcs = random_arcs(random, n, 1 + round % 4);
    if (round % 3 == 0) arcs.resize(arcs.size() / 2);
    const Heads tree = best_projective_tree(n, arcs, GetParam());
    ASSERT_TRUE(is_projective(tree));
    ASSERT_EQ(find_cycle(tree), kNoHead);
    const Worth found = worth_of(tree, arcs, GetParam());
    test::for_each_tree(n, false, [&](const Heads& heads) {
      if (!is_projective(heads)) return;
      const Worth other = worth_of(heads, arcs, GetParam());
      // One root comes before everything else.
      if (GetParam() && count_roots(heads) != 1) return;
      EXPECT_FALSE(other.is_better_than(found));
    });
    EXPECT_TRUE(!GetParam() || count_roots(tree) == 1);
  }
}

TEST(SpanningTreeOfLongSentences, TakesLittleTime) {
  std::mt19937_64 random(3);
  const Node n = 20000;
  const Arcs arcs = random_arcs(random, n, 8);
  const Heads tree = best_tree(n, arcs, true);
  EXPECT_TRUE(is_complete(tree));
  EXPECT_EQ(find_cycle(tree), kNoHead);
  EXPECT_EQ(count_roots(tree), 1U);
}

TEST(SpanningTreeOfLongSentences, OpensCyclesWithinCycles) {
  // Words i and i + 1 prefer each other in turn, over and over; only the last is under ROOT.
  const Node n = 300;
  Arcs arcs;
  for (Node word = 1; word < n; ++word) {
    arcs.push_back({word + 1, word, static_cast<double>(n + word)});
    arcs.push_back({word, word + 1, static_cast<double>(2 * n + 2 * word)});
  }
  arcs.push_back({kRoot, n, 1});
  const Heads tree = best_tree(n, arcs, true);
  for (Node word = 1; word < n; ++word) EXPECT_EQ(tree[static_cast<std::size_t>(word)], word + 1);
  EXPECT_EQ(tree.back(), kRoot);
}

TEST(SpanningTreeOfEquals, DependsOnTheOrderAlone) {
  const Arcs arcs{{kRoot, 1, 1}, {kRoot, 2, 1}, {1, 2, 1}, {2, 1, 1}};
  EXPECT_EQ(best_tree(2, arcs, true), (Heads{kNoHead, kRoot, 1}));
}

TEST(SpanningTreeOfNothing, HasNoWords) {
  EXPECT_EQ(best_tree(0, {}, true), Heads{kNoHead});
  EXPECT_EQ(best_projective_tree(0, {}, true), Heads{kNoHead});
}

}  // namespace
}  // namespace panarc
