#pragma once

#include <algorithm>
#include <cstddef>
#include <random>

#include "panarc/choices.h"

/// Trees for tests: all small ones, and random ones of any size.

namespace panarc::test {

/// Calls `visit` with every tree over n words; with `partial`, with every forest too, in which
/// words may lack a head.
template <class Visit>
void for_each_tree(Node n, bool partial, Visit visit) {
  const Node least = partial ? kNoHead : kRoot;
  Heads heads(static_cast<std::size_t>(n) + 1, least);
  heads[0] = kNoHead;
  const auto has_cycle = [&] {
    for (Node word = 1; word <= n; ++word) {
      Node above = word;
      for (Node steps = 0; steps <= n && above > kRoot; ++steps) {
        above = heads[static_cast<std::size_t>(above)];
      }
      if (above > kRoot) return true;
    }
    return false;
  };
  while (true) {
    if (!has_cycle()) visit(heads);
    Node word = 1;
    for (; word <= n; ++word) {
      Node& head = heads[static_cast<std::size_t>(word)];
      if (head < n) {
        ++head;
        break;
      }
      head = least;
    }
    if (word > n) return;
  }
}

/// Attaches the words from `left` to `right` below `head`, projectively.
template <class Random>
void fill_projective(Random& random, Heads& heads, Node left, Node right, Node head) {
  while (left <= right) {
    const Node end = std::uniform_int_distribution<Node>(left, right)(random);
    const Node word = std::uniform_int_distribution<Node>(left, end)(random);
    heads[static_cast<std::size_t>(word)] = head;
    fill_projective(random, heads, left, word - 1, word);
    fill_projective(random, heads, word + 1, end, word);
    left = end + 1;
  }
}

/// A random projective tree with one word under ROOT.
template <class Random>
Heads random_projective_tree(Random& random, Node n) {
  Heads heads(static_cast<std::size_t>(n) + 1, kNoHead);
  const Node top = std::uniform_int_distribution<Node>(1, n)(random);
  heads[static_cast<std::size_t>(top)] = kRoot;
  fill_projective(random, heads, 1, top - 1, top);
  fill_projective(random, heads, top + 1, n, top);
  return heads;
}

/// A random tree with one word under ROOT, mostly far from projective: words join in random order.
template <class Random>
Heads random_tree(Random& random, Node n) {
  Heads order(static_cast<std::size_t>(n));
  for (Node word = 1; word <= n; ++word) order[static_cast<std::size_t>(word) - 1] = word;
  std::shuffle(order.begin(), order.end(), random);
  Heads heads(static_cast<std::size_t>(n) + 1, kNoHead);
  for (std::size_t i = 0; i < order.size(); ++i) {
    heads[static_cast<std::size_t>(order[i])] =
        i == 0 ? kRoot : order[std::uniform_int_distribution<std::size_t>(0, i - 1)(random)];
  }
  return heads;
}

/// A random tree as non-projective as those of treebanks: a projective one in which up to two
/// leaves have moved to another head.
template <class Random>
Heads random_tree_with_gaps(Random& random, Node n) {
  Heads heads = random_projective_tree(random, n);
  for (int moves = 0; moves < 2; ++moves) {
    const Node word = std::uniform_int_distribution<Node>(1, n)(random);
    const Node head = std::uniform_int_distribution<Node>(1, n)(random);
    const bool leaf = std::find(heads.begin() + 1, heads.end(), word) == heads.end();
    const bool top = heads[static_cast<std::size_t>(word)] == kRoot;
    if (leaf && !top && head != word) heads[static_cast<std::size_t>(word)] = head;
  }
  return heads;
}

}  // namespace panarc::test
