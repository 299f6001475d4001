#include "oracle/swap_completion.h"

#include <algorithm>
#include <limits>
#include <span>

#include "oracle/limits.h"

namespace panarc {
namespace {

/// How many short steps are taken before looking whether time is up.
constexpr std::uint64_t kStepsPerLook = 256;

}  // namespace

ValueBounds SwapCompletion::bounds(const Configuration& c, const Gold& gold,
                                   std::optional<int> wanted) {
  interruption_->throw_if_over();
  collect(c, gold);
  work_ += sequence_.size();
  const int upper = best_tree(c, gold);
  if (!c.buffer_empty() && std::is_sorted(sequence_.begin(), sequence_.end())) {
    return {upper, upper, Action::kShift};
  }
  check_room_for_pairs(static_cast<int>(sequence_.size()));
  ValueBounds bounds{std::numeric_limits<int>::min(), upper, std::nullopt};
  const int enough = std::min(upper, wanted.value_or(upper));
  if (wanted && *wanted > upper) return bounds;
  const auto is_enough = [&](bool swap_first) {
    interruption_->throw_if_over();
    const int found = follow_ranks(c, gold, swap_first);
    if (found > bounds.lower) {
      bounds.lower = found;
      bounds.first = first_;
    }
    return bounds.lower >= enough;
  };
  // Usually the first order is enough, ignoring what is fixed.
  rank_as_they_stand();
  if (is_enough(false)) return bounds;
  find_fixed_order();
  for (const Order order :
       {Order::kHelperFirst, Order::kTopFirst, Order::kAsTheyStand, Order::kSentence}) {
    rank_from(order);
    for (const bool swap_first : {false, true}) {
      if (is_enough(swap_first)) return bounds;
    }
  }
  return bounds;
}

bool SwapCompletion::swaps_against_order(const Configuration& c, const Gold& gold) {
  if (!c.stack_has(2) || c.stack(1) == kRoot) return false;
  check_room_for_pairs(c.stack_size() + c.buffer_size() - 1);  // except ROOT
  collect(c, gold);
  clear_blocks();
  for (const Node node : sequence_) {
    blocks_of(at(node).head).push_back(node);
    blocks_of(node).push_back(node);
  }
  rank_all_blocks();
  return at(c.stack(0)).rank < at(c.stack(1)).rank;
}

void SwapCompletion::collect(const Configuration& c, const Gold& gold) {
  sequence_.clear();
  const auto add = [&](std::span<const Node> nodes) {
    for (const Node node : nodes) {
      if (node != kRoot) sequence_.push_back(node);
    }
  };
  add(c.stack());
  on_stack_ = static_cast<int>(sequence_.size());
  add(c.buffer());
  words_.resize(static_cast<std::size_t>(c.words()) + 1);
  for (std::size_t i = 0; i < sequence_.size(); ++i) {
    Word& word = at(sequence_[i]);
    word = {};
    word.index = static_cast<int>(i);
  }
  at(kRoot) = {};
  for (const Node node : sequence_) {
    for (const Node head : gold.heads(node)) {
      const bool is_left = c.in_stack(head) || c.in_buffer(head);
      if (is_left && gold.agrees({head, node}, c.options().root)) {
        at(node).head = head;
        break;
      }
    }
  }
  // A cycle of gold arcs, which a tree does not have, is broken at one of them.
  for (const Node node : sequence_) {
    Node above = at(node).head;
    for (std::size_t steps = 0; above > kRoot && above != node && steps < sequence_.size();
         ++steps) {
      above = at(above).head;
    }
    if (above == node) at(node).head = kNoHead;
  }
}

/// The best tree over the remaining words, whatever their order.
int SwapCompletion::best_tree(const Configuration& c, const Gold& gold) {
  const RootPosition root = c.options().root;
  bool plain = gold.spans().empty();
  int count = 0;
  int roots = 0;
  for (const Node node : sequence_) {
    const Node head = at(node).head;
    // Each word has its only known head, unless that is gone; no cycle was broken.
    const Node only = gold.head(node);
    const bool gone = only != kNoHead && !c.in_stack(only) && !c.in_buffer(only);
    plain = plain && (head != kNoHead ? only != kNoHead : gone || !gold.knows_head(node));
    count += head == kNoHead ? 0 : 1;
    roots += head == kRoot ? 1 : 0;
  }
  if (plain) return count - (c.options().single_root && roots > 1 ? roots - 1 : 0);

  count_pairs(4);
  tree_.reset(c.words());
  const int one_root = c.options().single_root ? gold.most_tree_difference() + 1 : 0;
  for (Node word = 1; word <= c.words(); ++word) {
    if (c.attached(word)) {
      // What is built stays with its head and takes no part.
      tree_.arc(c.head(word), word) = 0;
      continue;
    }
    for (Node head = 0; head <= c.words(); ++head) {
      if (head == word || (head != kRoot && c.attached(head))) continue;
      tree_.arc(head, word) = gold.value({head, word}, root) - (head == kRoot ? one_root : 0);
    }
  }
  return sequence_.empty() ? 0 : tree_.best() + one_root;
}

/// Words that were swapped stay in that order. This fixes the order of the blocks that contain them
/// below their lowest common ancestor.
void SwapCompletion::find_fixed_order() {
  count_pairs(1);
  inside_.reset(words_.size(), sequence_.size());
  swapped_past_.reset(words_.size(), sequence_.size());
  block_swapped_past_.reset(words_.size(), sequence_.size());
  for (std::size_t i = 0; i < sequence_.size(); ++i) {
    interruption_->throw_if_over();
    const auto node = static_cast<std::size_t>(sequence_[i]);
    for (std::size_t j = i + 1; j < sequence_.size(); ++j) {
      if (sequence_[j] < sequence_[i]) swapped_past_.add(node, j);
    }
    for (Node above = sequence_[i]; above > kRoot; above = at(above).head) {
      const auto block = static_cast<std::size_t>(above);
      inside_.add(block, i);
      block_swapped_past_.add_all(block, swapped_past_, node);
    }
  }
}

/// Whether the first of two blocks of a node has a word that was swapped past a word of the second.
bool SwapCompletion::must_precede(Node node, Node first, Node second) const {
  const BitSets& past = first == node ? swapped_past_ : block_swapped_past_;
  const auto of_first = static_cast<std::size_t>(first);
  const auto of_second = static_cast<std::size_t>(second);
  return second == node ? past.has(of_first, static_cast<std::size_t>(words_[of_second].index))
                        : past.meets(of_first, inside_, of_second);
}

/// Ranks the words so that a node and its children's subtrees are ordered by their first words.
void SwapCompletion::rank_as_they_stand() {
  clear_blocks();
  for (const Node node : sequence_) {
    for (Node block = node; block > kRoot && !at(block).ranked; block = at(block).head) {
      at(block).ranked = true;
      blocks_of(at(block).head).push_back(block);
    }
    blocks_of(node).push_back(node);
  }
  rank_all_blocks();
}

void SwapCompletion::rank_all_blocks() {
  next_rank_ = 0;
  for (const Node block : blocks_of(kRoot)) rank_blocks(block);
}

/// Recurses as deep as the tree, whose size check_room_for_pairs() limits.
void SwapCompletion::rank_blocks(Node node) {
  for (const Node block : blocks_of(node)) {
    if (block == node) {
      at(node).rank = next_rank_++;
    } else {
      rank_blocks(block);
    }
  }
}

void SwapCompletion::clear_blocks() {
  blocks_.resize(words_.size());
  blocks_of(kRoot).clear();
  for (const Node node : sequence_) {
    blocks_of(node).clear();
    at(node).ranked = at(node).self_ranked = false;
  }
}

void SwapCompletion::rank_from(Order order) {
  for (const Node node : sequence_) {
    Word& word = at(node);
    word.sort_key = order == Order::kSentence ? node : word.index;
  }
  if (order == Order::kTopFirst && on_stack_ > 0) {
    at(sequence_[static_cast<std::size_t>(on_stack_) - 1]).sort_key = -1;
  }
  if (order == Order::kHelperFirst) {
    // The first word of the buffer that is larger than all before it can be swapped past them all,
    // which brings the whole stack back to the buffer.
    Node largest = kRoot;
    for (std::size_t i = 0; i < sequence_.size(); ++i) {
      if (static_cast<int>(i) >= on_stack_ && sequence_[i] > largest) {
        at(sequence_[i]).sort_key = -1;
        break;
      }
      largest = std::max(largest, sequence_[i]);
    }
  }
  clear_blocks();
  for (const Node node : sequence_) {
    at(node).first_key = at(node).sort_key;
    blocks_of(at(node).head).push_back(node);
  }
  for (const Node node : sequence_) {
    for (Node above = at(node).head; above > kRoot; above = at(above).head) {
      at(above).first_key = std::min(at(above).first_key, at(node).sort_key);
    }
  }
  at(kRoot).sort_key = -2;
  at(kRoot).self_ranked = false;
  next_rank_ = 0;
  rank_subtree(kRoot);
}

/// Ranks the words of a subtree: the node and its children's subtrees by their first words, except
/// that the fixed order is respected.
void SwapCompletion::rank_subtree(Node node) {
  std::vector<Node>& blocks = blocks_of(node);
  blocks.push_back(node);
  const auto key = [&](Node block) {
    return block == node ? at(block).sort_key : at(block).first_key;
  };
  std::sort(blocks.begin(), blocks.end(), [&](Node a, Node b) { return key(a) < key(b); });
  for (const Node block : blocks) rank_block(node, block);
}

void SwapCompletion::rank_block(Node node, Node block) {
  const auto ranked = [&](Node of) -> bool& {
    return of == node ? at(node).self_ranked : at(of).ranked;
  };
  if (ranked(block)) return;
  ranked(block) = true;
  interruption_->throw_if_over();
  for (const Node other : blocks_of(node)) {
    if (!ranked(other) && must_precede(node, other, block)) rank_block(node, other);
  }
  if (block == node) {
    at(node).rank = next_rank_++;
  } else {
    rank_subtree(block);
  }
}

/// Follows a derivation that swaps towards the ranks and attaches what is complete; returns its
/// value.
int SwapCompletion::follow_ranks(const Configuration& c, const Gold& gold, bool swap_first) {
  single_root_ = c.options().single_root;
  stack_.assign(c.stack().begin(), c.stack().end());
  buffer_.assign(c.buffer().rbegin(), c.buffer().rend());
  first_.reset();
  at(kRoot).pending = 0;
  for (const Node node : sequence_) {
    at(node).pending = 0;
    at(node).target = at(node).head;
  }
  for (const Node node : sequence_) {
    if (at(node).target != kNoHead) ++at(at(node).target).pending;
  }
  int value = 0;
  for (;; ++work_) {
    if (work_ % kStepsPerLook == 0) interruption_->throw_if_over();
    const Arc free = free_arc();
    const bool has_free = free.head != kNoHead;
    if (wants_swap() && (swap_first || !has_free)) {
      swap_second();
    } else if (has_free) {
      value += attach(free, gold);
    } else if (!buffer_.empty()) {
      taking(Action::kShift);
      stack_.push_back(buffer_.back());
      buffer_.pop_back();
    } else if (stack_.size() >= 2) {
      value += attach(cheapest_arc(), gold);
    } else {
      return value;
    }
  }
}

void SwapCompletion::taking(Action action) {
  if (!first_) first_ = action;
}

bool SwapCompletion::wants_swap() {
  if (stack_.size() < 2) return false;
  return second() != kRoot && second() < top() && at(top()).rank < at(second()).rank;
}

void SwapCompletion::swap_second() {
  taking(Action::kSwap);
  buffer_.push_back(second());
  stack_.erase(stack_.end() - 2);
}

/// An arc between the top elements that loses nothing: the dependent is complete, and the head is
/// right or the right one is out of reach.
Arc SwapCompletion::free_arc() {
  if (stack_.size() < 2) return {};
  const auto fits = [&](Node head, Node dependent) {
    const Node target = at(dependent).target;
    return at(dependent).pending == 0 && (target == head || (target == kNoHead && head != kRoot));
  };
  const bool root_must_wait = single_root_ && (!buffer_.empty() || stack_.size() > 2);
  if (fits(second(), top()) && (second() != kRoot || !root_must_wait)) return {second(), top()};
  if (second() != kRoot && fits(top(), second())) return {top(), second()};
  return {};
}

/// The arc between the top elements that loses least; words it cuts off from their head are free.
Arc SwapCompletion::cheapest_arc() {
  const auto loss = [&](Node head, Node dependent) {
    return at(dependent).pending + (at(dependent).target == head ? 0 : 1);
  };
  const bool right = second() == kRoot || loss(second(), top()) <= loss(top(), second());
  const Arc arc = right ? Arc{second(), top()} : Arc{top(), second()};
  for (const Node node : sequence_) {
    if (at(node).target == arc.dependent) at(node).target = kNoHead;
  }
  work_ += sequence_.size();
  return arc;
}

int SwapCompletion::attach(Arc arc, const Gold& gold) {
  taking(arc.dependent == top() ? Action::kRight : Action::kLeft);
  const Node target = at(arc.dependent).target;
  if (target != kNoHead) --at(target).pending;
  stack_.erase(std::find(stack_.end() - 2, stack_.end(), arc.dependent));
  return gold.value(arc, RootPosition::kFirst);
}

}  // namespace panarc
