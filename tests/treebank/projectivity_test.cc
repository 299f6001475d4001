#include "treebank/projectivity.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "support/trees.h"
#include "treebank/test_text.h"

// The functions against their definitions, on all trees of up to six words and on all forests of
// up to five.

namespace panarc {
namespace {

std::size_t at(Node node) { return static_cast<std::size_t>(node); }

Node word_count(const Heads& heads) { return static_cast<Node>(heads.size()) - 1; }

bool dominates(const Heads& heads, Node above, Node below) {
  for (Node node = below; node != kNoHead; node = heads[at(node)]) {
    if (node == above) return true;
  }
  return false;
}

std::set<Node> yield_of(const Heads& heads, Node node) {
  std::set<Node> words;
  for (Node word = 1; word <= word_count(heads); ++word) {
    if (dominates(heads, node, word)) words.insert(word);
  }
  return words;
}

bool arc_by_definition(const Heads& heads, Node word) {
  const Node head = heads[at(word)];
  for (Node between = std::min(head, word) + 1; between < std::max(head, word); ++between) {
    if (!dominates(heads, head, between)) return false;
  }
  return true;
}

bool tree_by_definition(const Heads& heads) {
  for (Node word = 1; word <= word_count(heads); ++word) {
    if (!arc_by_definition(heads, word)) return false;
  }
  return true;
}

// Whether some way to attach the unattached words gives a tree that `accept` accepts.
template <class Accept>
bool has_completion(Heads heads, const Accept& accept) {
  const auto missing = std::find(heads.begin() + 1, heads.end(), kNoHead);
  if (missing == heads.end()) return accept(heads);
  const auto word = static_cast<Node>(missing - heads.begin());
  for (Node head = 0; head <= word_count(heads); ++head) {
    if (dominates(heads, word, head)) continue;
    heads[at(word)] = head;
    if (has_completion(heads, accept)) return true;
  }
  return false;
}

Node gaps_by_definition(const Heads& heads, Node node) {
  Node gaps = -1;
  Node previous = -1;
  for (const Node word : yield_of(heads, node)) {
    if (word != previous + 1 || previous == -1) ++gaps;
    previous = word;
  }
  return gaps;
}

void in_order(const Heads& heads, Node node, std::vector<Node>& order) {
  const auto visit = [&](Node from, Node to) {
    for (Node word = std::max(from, Node{1}); word < to; ++word) {
      if (heads[at(word)] == node) in_order(heads, word, order);
    }
  };
  visit(0, node);
  order.push_back(node);
  visit(node + 1, word_count(heads) + 1);
}

// A component that arc-standard can build without swap, by search through all its runs: the sets of
// arcs reachable by attaching complete neighbours on the stack.
void explore(const Heads& heads, std::vector<Node> stack, Node next, Heads built,
             std::vector<Heads>& finals) {
  bool moved = false;
  const auto complete = [&](Node node) {
    for (Node word = 1; word <= word_count(heads); ++word) {
      if (heads[at(word)] == node && built[at(word)] != node) return false;
    }
    return true;
  };
  if (stack.size() >= 2) {
    const Node top = stack.back();
    const Node second = stack[stack.size() - 2];
    for (const auto& [head, dependent] : {std::pair{top, second}, std::pair{second, top}}) {
      if (dependent == kRoot || heads[at(dependent)] != head || !complete(dependent)) continue;
      std::vector<Node> reduced(stack.begin(), stack.end() - 2);
      reduced.push_back(head);
      Heads with = built;
      with[at(dependent)] = head;
      explore(heads, reduced, next, with, finals);
      moved = true;
    }
  }
  if (next <= word_count(heads)) {
    stack.push_back(next);
    explore(heads, stack, next + 1, built, finals);
    moved = true;
  }
  if (!moved) finals.push_back(built);
}

std::size_t arc_count(const Heads& heads) {
  return static_cast<std::size_t>(
      std::count_if(heads.begin(), heads.end(), [](Node head) { return head != kNoHead; }));
}

TEST(Projectivity, TreesAgreeWithTheDefinitions) {
  std::size_t trees = 0;
  for (Node n = 1; n <= 6; ++n) {
    test::for_each_tree(n, false, [&](const Heads& heads) {
      ++trees;
      bool projective = true;
      const std::vector<bool> arcs = projective_arcs(heads);
      const std::vector<Node> gaps = gap_degrees(heads);
      for (Node word = 1; word <= n; ++word) {
        const bool expected = arc_by_definition(heads, word);
        ASSERT_EQ(is_projective_arc(heads, word), expected) << testing::PrintToString(heads);
        ASSERT_EQ(arcs[at(word)], expected) << testing::PrintToString(heads);
        ASSERT_EQ(gaps[at(word)], gaps_by_definition(heads, word)) << testing::PrintToString(heads);
        projective = projective && expected;
      }
      ASSERT_EQ(gaps[0], 0);
      ASSERT_EQ(is_projective(heads), projective) << testing::PrintToString(heads);
      ASSERT_EQ(gap_degree(heads) == 0, projective) << testing::PrintToString(heads);
      ASSERT_EQ(find_cycle(heads), kNoHead);
    });
  }
  // Cayley: (n + 1)^(n - 1) trees over n words below ROOT.
  EXPECT_EQ(trees, 1U + 3 + 16 + 125 + 1296 + 16807);
}

TEST(Projectivity, ForestsAreProjectiveIfTheyCanBeCompletedSo) {
  for (Node n = 1; n <= 5; ++n) {
    test::for_each_tree(n, true, [&](const Heads& heads) {
      ASSERT_EQ(is_projective(heads), has_completion(heads, tree_by_definition))
          << testing::PrintToString(heads);
      const std::vector<bool> arcs = projective_arcs(heads);
      for (Node word = 1; word <= n; ++word) {
        const bool expected =
            heads[at(word)] != kNoHead && has_completion(heads, [word](const Heads& completed) {
              return arc_by_definition(completed, word);
            });
        ASSERT_EQ(arcs[at(word)], expected) << testing::PrintToString(heads) << " arc " << word;
      }
    });
  }
}

TEST(Projectivity, OrderIsTheInOrderTraversal) {
  for (Node n = 1; n <= 6; ++n) {
    test::for_each_tree(n, false, [&](const Heads& heads) {
      std::vector<Node> expected;
      in_order(heads, kRoot, expected);
      const ProjectiveOrder order = projective_order(heads);
      ASSERT_EQ(order.order, expected) << testing::PrintToString(heads);
      ASSERT_EQ(std::is_sorted(expected.begin(), expected.end()), is_projective(heads));
      for (Node node = 0; node <= n; ++node) {
        ASSERT_EQ(order.order[at(order.rank[at(node)])], node);
        for (Node word = 0; word <= n; ++word) {
          const bool inside = order.rank[at(word)] >= order.first[at(node)] &&
                              order.rank[at(word)] <= order.last[at(node)];
          ASSERT_EQ(inside, dominates(heads, node, word)) << testing::PrintToString(heads);
        }
      }
    });
  }
}

TEST(Projectivity, ComponentsAreThoseOfTheLargestRunWithoutSwap) {
  for (Node n = 1; n <= 5; ++n) {
    test::for_each_tree(n, false, [&](const Heads& heads) {
      std::vector<Heads> finals;
      explore(heads, {kRoot}, 1, Heads(heads.size(), kNoHead), finals);
      const Heads& best = *std::max_element(
          finals.begin(), finals.end(),
          [](const Heads& a, const Heads& b) { return arc_count(a) < arc_count(b); });
      const std::vector<Node> components = projective_components(heads);
      for (Node node = 0; node <= n; ++node) {
        Node top = node;
        while (best[at(top)] != kNoHead) top = best[at(top)];
        ASSERT_EQ(components[at(node)], top) << testing::PrintToString(heads);
      }
      const bool whole = std::count(components.begin(), components.end(), kRoot) == n + 1;
      ASSERT_EQ(whole, is_projective(heads)) << testing::PrintToString(heads);
    });
  }
}

TEST(Projectivity, ComponentsWithRootLast) {
  // 1 <- 3, 2 <- 4: nothing can be attached without swap but ROOT's dependent is never complete.
  EXPECT_EQ(projective_components(Heads{kNoHead, 3, 4, 4, 0}, RootPosition::kLast),
            (std::vector<Node>{0, 1, 2, 3, 4}));
  EXPECT_EQ(projective_components(Heads{kNoHead, 2, 0, 2}, RootPosition::kLast),
            (std::vector<Node>{0, 0, 0, 0}));
}

TEST(Projectivity, FindsCycles) {
  EXPECT_EQ(find_cycle(Heads{kNoHead}), kNoHead);
  EXPECT_EQ(find_cycle(Heads{kNoHead, 1}), 1);
  EXPECT_NE(find_cycle(Heads{kNoHead, 2, 3, 2}), kNoHead);
  EXPECT_NE(find_cycle(Heads{kNoHead, 2, 3, 2}), 1);
  EXPECT_EQ(find_cycle(Heads{kNoHead, kNoHead, 1, 2}), kNoHead);
  EXPECT_EQ(count_roots(Heads{kNoHead, 0, 1, 0, kNoHead}), 2U);
}

TEST(Projectivity, LongSentencesTakeNoTimeToSpeakOf) {
  // Chains and stars are as deep and as wide as trees get; nothing may recurse or be quadratic.
  constexpr Node kWords = 200'000;
  Heads chain(kWords + 1, kNoHead);
  Heads zigzag(kWords + 1, kNoHead);
  for (Node word = 1; word <= kWords; ++word) {
    chain[at(word)] = word - 1;
    zigzag[at(word)] = std::max(word - 2, Node{0});
  }
  Heads forest = zigzag;
  for (Node word = 1; word <= kWords; word += kWords / 10) forest[at(word)] = kNoHead;
  for (const Heads& heads : {chain, zigzag, forest}) {
    EXPECT_EQ(find_cycle(heads), kNoHead);
    EXPECT_EQ(projective_order(heads).order.size(), heads.size());
    EXPECT_EQ(projective_components(heads).size(), heads.size());
    EXPECT_EQ(projective_arcs(heads).size(), heads.size());
  }
  EXPECT_TRUE(is_projective(chain));
  EXPECT_FALSE(is_projective(zigzag));
  EXPECT_EQ(gap_degree(chain), 0);
  EXPECT_EQ(gap_degree(zigzag), kWords / 2 - 1);
}

}  // namespace
}  // namespace panarc
