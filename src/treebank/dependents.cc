#include "treebank/dependents.h"

#include <numeric>

namespace panarc {

Dependents::Dependents(std::span<const Node> heads, UnattachedWords unattached)
    : heads_(heads.begin(), heads.end()), begin_(heads.size() + 1, 0) {
  heads_[0] = kNoHead;
  if (unattached == UnattachedWords::kUnderRoot) {
    for (std::size_t word = 1; word < heads_.size(); ++word) {
      if (heads_[word] == kNoHead) heads_[word] = kRoot;
    }
  }
  for (const Node head : heads_) {
    if (head != kNoHead) ++begin_[index_of(head) + 1];
  }
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  dependents_.resize(begin_.back());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (std::size_t word = 1; word < heads_.size(); ++word) {
    if (heads_[word] != kNoHead)
      dependents_[next[index_of(heads_[word])]++] = static_cast<Node>(word);
  }
}

std::vector<Node> Dependents::top_down() const {
  std::vector<Node> order{kRoot};
  order.reserve(size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::span<const Node> below = of(order[i]);
    order.insert(order.end(), below.begin(), below.end());
  }
  return order;
}

std::vector<Node> Dependents::subtree_sizes(std::span<const Node> top_down) const {
  std::vector<Node> sizes(size(), 1);
  for (std::size_t i = top_down.size(); i-- > 1;) {
    sizes[index_of(head(top_down[i]))] += sizes[index_of(top_down[i])];
  }
  return sizes;
}

LowestCommonAncestor::LowestCommonAncestor(const Dependents& dependents)
    : entries_(dependents.size()) {
  const std::vector<Node> top_down = dependents.top_down();
  const std::vector<Node> size = dependents.subtree_sizes(top_down);
  for (const Node node : top_down) {
    Node largest = kNoHead;
    for (const Node dependent : dependents.of(node)) {
      if (largest == kNoHead || size[index_of(dependent)] > size[index_of(largest)])
        largest = dependent;
    }
    for (const Node dependent : dependents.of(node)) {
      const Node top = dependent == largest ? entries_[index_of(node)].path_top : dependent;
      entries_[index_of(dependent)] = {node, top, entries_[index_of(node)].depth + 1};
    }
  }
}

Node LowestCommonAncestor::operator()(Node a, Node b) const {
  while (entries_[index_of(a)].path_top != entries_[index_of(b)].path_top) {
    const Node top_a = entries_[index_of(a)].path_top;
    const Node top_b = entries_[index_of(b)].path_top;
    if (entries_[index_of(top_a)].depth < entries_[index_of(top_b)].depth) {
      b = entries_[index_of(top_b)].head;
    } else {
      a = entries_[index_of(top_a)].head;
    }
  }
  return entries_[index_of(a)].depth < entries_[index_of(b)].depth ? a : b;
}

}  // namespace panarc
