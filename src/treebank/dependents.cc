#include "treebank/dependents.h"

#include <numeric>
#include <utility>

namespace panarc {

namespace {

std::size_t at(Node node) { return static_cast<std::size_t>(node); }

}  // namespace

Dependents::Dependents(std::span<const Node> heads, UnattachedWords unattached)
    : heads_(heads.begin(), heads.end()), begin_(heads.size() + 1, 0) {
  heads_[0] = kNoHead;
  if (unattached == UnattachedWords::kUnderRoot) {
    for (std::size_t word = 1; word < heads_.size(); ++word) {
      if (heads_[word] == kNoHead) heads_[word] = kRoot;
    }
  }
  for (const Node head : heads_) {
    if (head != kNoHead) ++begin_[at(head) + 1];
  }
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  dependents_.resize(begin_.back());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (std::size_t word = 1; word < heads_.size(); ++word) {
    if (heads_[word] != kNoHead) dependents_[next[at(heads_[word])]++] = static_cast<Node>(word);
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

LowestCommonAncestor::LowestCommonAncestor(const Dependents& dependents)
    : entries_(dependents.size()) {
  const std::vector<Node> top_down = dependents.top_down();
  std::vector<Node> size(dependents.size(), 1);
  for (std::size_t i = top_down.size(); i-- > 1;) {
    size[at(dependents.head(top_down[i]))] += size[at(top_down[i])];
  }
  for (const Node node : top_down) {
    Node largest = kNoHead;
    for (const Node dependent : dependents.of(node)) {
      if (largest == kNoHead || size[at(dependent)] > size[at(largest)]) largest = dependent;
    }
    for (const Node dependent : dependents.of(node)) {
      const Node top = dependent == largest ? entries_[at(node)].path_top : dependent;
      entries_[at(dependent)] = {node, top, entries_[at(node)].depth + 1};
    }
  }
}

Node LowestCommonAncestor::operator()(Node a, Node b) const {
  while (entries_[at(a)].path_top != entries_[at(b)].path_top) {
    const Node top_a = entries_[at(a)].path_top;
    const Node top_b = entries_[at(b)].path_top;
    if (entries_[at(top_a)].depth < entries_[at(top_b)].depth) {
      b = entries_[at(top_b)].head;
    } else {
      a = entries_[at(top_a)].head;
    }
  }
  return entries_[at(a)].depth < entries_[at(b)].depth ? a : b;
}

}  // namespace panarc
