#include "oracle/swap_order.h"

#include <cstddef>

#include "panarc/error.h"

namespace panarc {

namespace {

std::size_t index(Node node) { return static_cast<std::size_t>(node); }

/// The number of children of every node; throws on what cannot be the heads of a full tree.
std::vector<int> child_counts(std::span<const Node> heads) {
  std::vector<int> counts(heads.size(), 0);
  if (heads.empty() || heads[0] != kNoHead) throw Error("ROOT must be there, and without a head");
  for (const Node head : heads.subspan(1)) {
    if (head < 0 || index(head) >= heads.size()) throw Error("every word needs a head");
    ++counts[index(head)];
  }
  return counts;
}

/// All nodes, every node after its children.
std::vector<Node> bottom_up(std::span<const Node> heads) {
  constexpr int kListed = -1;
  std::vector<int> open = child_counts(heads);
  std::vector<Node> order;
  order.reserve(heads.size());
  for (Node start = 0; index(start) < heads.size(); ++start) {
    // Climbs from each leaf as far as all children are listed.
    for (Node node = start; node != kNoHead && open[index(node)] == 0; node = heads[index(node)]) {
      open[index(node)] = kListed;
      order.push_back(node);
      if (node != kRoot) --open[index(heads[index(node)])];
    }
  }
  if (order.size() != heads.size()) throw Error("the heads are not a tree: there is a cycle");
  return order;
}

}  // namespace

std::vector<int> projective_order(std::span<const Node> heads) {
  const std::vector<Node> order = bottom_up(heads);
  std::vector<int> size(heads.size(), 1);
  for (const Node node : order) {
    if (node != kRoot) size[index(heads[index(node)])] += size[index(node)];
  }
  // Where the subtree of each word begins, counted from where that of its head begins; and the rank
  // of each head within its own subtree.
  std::vector<int> offset(heads.size(), 0);
  std::vector<int> left(heads.size(), 0);
  std::vector<int> filled(heads.size(), 0);
  for (Node word = 1; index(word) < heads.size(); ++word) {
    const Node head = heads[index(word)];
    offset[index(word)] = filled[index(head)] + (head < word ? 1 : 0);
    filled[index(head)] += size[index(word)];
    if (word < head) left[index(head)] += size[index(word)];
  }
  std::vector<int> begin(heads.size(), 0);
  std::vector<int> rank(heads.size(), 0);
  for (std::size_t i = order.size(); i-- > 0;) {
    const std::size_t node = index(order[i]);
    if (order[i] != kRoot) begin[node] = begin[index(heads[node])] + offset[node];
    rank[node] = begin[node] + left[node];
  }
  return rank;
}

std::vector<Node> projective_components(std::span<const Node> heads) {
  std::vector<int> open = child_counts(heads);
  std::vector<Node> built(heads.size(), kNoHead);
  std::vector<Node> stack{kRoot};
  for (Node word = 1; index(word) < heads.size(); ++word) {
    stack.push_back(word);
    while (stack.size() >= 2) {
      const Node top = stack.back();
      const Node below = stack[stack.size() - 2];
      if (below != kRoot && heads[index(below)] == top && open[index(below)] == 0) {
        stack.erase(stack.end() - 2);
        built[index(below)] = top;
        --open[index(top)];
      } else if (heads[index(top)] == below && open[index(top)] == 0) {
        stack.pop_back();
        built[index(top)] = below;
        --open[index(below)];
      } else {
        break;
      }
    }
  }
  std::vector<Node> component(heads.size());
  const std::vector<Node> order = bottom_up(heads);
  for (std::size_t i = order.size(); i-- > 0;) {
    const std::size_t node = index(order[i]);
    component[node] = built[node] == kNoHead ? order[i] : component[index(built[node])];
  }
  return component;
}

}  // namespace panarc
