#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "panarc/choices.h"

namespace panarc {

/// A node as an index of a vector.
constexpr std::size_t index_of(Node node) { return static_cast<std::size_t>(node); }

/// The number of words that have these heads; element 0 is unused.
constexpr Node word_count(std::span<const Node> heads) {
  return static_cast<Node>(heads.size()) - 1;
}

/// How to treat words without a head.
enum class UnattachedWords { kUnderRoot, kLeftOut };

/// The dependents of every node, by position. Linear to build.
class Dependents {
 public:
  Dependents(std::span<const Node> heads, UnattachedWords unattached);

  [[nodiscard]] std::span<const Node> of(Node node) const {
    const std::size_t index = index_of(node);
    return std::span(dependents_).subspan(begin_[index], begin_[index + 1] - begin_[index]);
  }

  /// The head that a word is placed under; kNoHead for ROOT and for words left out.
  [[nodiscard]] Node head(Node node) const { return heads_[index_of(node)]; }

  /// The number of nodes, including ROOT.
  [[nodiscard]] std::size_t size() const { return heads_.size(); }

  /// Every node under ROOT after its head, ROOT first, level by level from the left.
  [[nodiscard]] std::vector<Node> top_down() const;

  /// How many nodes each node dominates, including itself; the argument must be top_down().
  [[nodiscard]] std::vector<Node> subtree_sizes(std::span<const Node> top_down) const;

 private:
  std::vector<Node> heads_;
  std::vector<std::size_t> begin_;
  std::vector<Node> dependents_;
};

/// Answers in O(log n) after linear preparation: every node is on a path through the largest
/// subtrees, and there are at most log n such paths on the way to ROOT.
class LowestCommonAncestor {
 public:
  explicit LowestCommonAncestor(const Dependents& dependents);

  [[nodiscard]] Node operator()(Node a, Node b) const;

 private:
  struct Entry {
    Node head = kNoHead;
    Node path_top = kRoot;
    Node depth = 0;
  };

  std::vector<Entry> entries_;
};

}  // namespace panarc
