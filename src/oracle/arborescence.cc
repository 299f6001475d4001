#include "oracle/arborescence.h"

#include <algorithm>
#include <numeric>

#include "oracle/limits.h"

namespace panarc {

void Arborescence::reset(int words) {
  check_room_for_pairs(words);
  stride_ = static_cast<std::size_t>(words) + 1;
  values_.assign(stride_ * stride_, kNever);
  alive_.resize(stride_);
  std::iota(alive_.begin(), alive_.end(), kRoot);
  heads_.resize(stride_);
  seen_.resize(stride_);
}

Node Arborescence::best_head(Node dependent) const {
  const Value* const row = &values_[static_cast<std::size_t>(dependent) * stride_];
  Node best = kNoHead;
  for (const Node head : alive_) {
    if (head != dependent && (best == kNoHead || row[head] > row[best])) best = head;
  }
  return best;
}

bool Arborescence::find_cycle() {
  std::fill(seen_.begin(), seen_.end(), 0);
  for (const Node start : alive_) {
    Node node = start;
    while (node != kRoot && seen_[static_cast<std::size_t>(node)] == 0) {
      seen_[static_cast<std::size_t>(node)] = start;
      node = heads_[static_cast<std::size_t>(node)];
    }
    if (node == kRoot || seen_[static_cast<std::size_t>(node)] != start) continue;
    cycle_.clear();
    const Node first = node;
    do {
      cycle_.push_back(node);
      node = heads_[static_cast<std::size_t>(node)];
    } while (node != first);
    return true;
  }
  return false;
}

// The cycle becomes its first node. Entering it at a node gives up that node's arc in the cycle, so
// values into the cycle are taken relative to it; the total already counts the whole cycle. The
// best arcs from and to all other nodes stay the best.
void Arborescence::contract() {
  const Node merged = cycle_.front();
  in_cycle_.assign(stride_, 0);
  for (const Node node : cycle_) in_cycle_[static_cast<std::size_t>(node)] = 1;
  const auto in_cycle = [&](Node node) { return in_cycle_[static_cast<std::size_t>(node)] != 0; };
  for (const Node other : alive_) {
    if (in_cycle(other)) continue;
    Value into = kNever;
    Value out = kNever;
    for (const Node node : cycle_) {
      const Node head = heads_[static_cast<std::size_t>(node)];
      into = std::max(into, arc(other, node) - arc(head, node));
      if (other != kRoot) out = std::max(out, arc(node, other));
    }
    arc(other, merged) = std::max(into, kNever);
    if (other == kRoot) continue;
    arc(merged, other) = out;
    Node& head = heads_[static_cast<std::size_t>(other)];
    if (in_cycle(head)) head = merged;
  }
  std::erase_if(alive_, [&](Node node) { return node != merged && in_cycle(node); });
  heads_[static_cast<std::size_t>(merged)] = best_head(merged);
}

Arborescence::Value Arborescence::best() {
  Value total = 0;
  for (const Node word : alive_) {
    if (word != kRoot) heads_[static_cast<std::size_t>(word)] = best_head(word);
  }
  while (find_cycle()) {
    for (const Node node : cycle_) {
      total += arc(heads_[static_cast<std::size_t>(node)], node);
    }
    contract();
  }
  for (const Node word : alive_) {
    if (word != kRoot) total += arc(heads_[static_cast<std::size_t>(word)], word);
  }
  return total;
}

}  // namespace panarc
