#include "oracle/swap_state.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "panarc/error.h"
#include "treebank/projectivity.h"

namespace panarc {

namespace {

std::size_t index(Node node) { return static_cast<std::size_t>(node); }

/// Returns the heads if they are a full tree.
std::span<const Node> checked(std::span<const Node> heads) {
  const auto words = static_cast<Node>(heads.size()) - 1;
  const bool in_range = std::all_of(heads.begin() + 1, heads.end(),
                                    [&](Node head) { return head >= kRoot && head <= words; });
  if (!in_range || find_cycle(heads) != kNoHead) {
    throw Error("the swap oracles need a full tree: a head for every word, and no cycle");
  }
  return heads;
}

}  // namespace

SwapTree::SwapTree(std::span<const Node> gold)
    : heads(gold.begin(), gold.end()),
      rank(projective_order(checked(gold)).rank),
      component(projective_components(gold)),
      children(gold.size(), 0),
      words_by_head_(gold.size() - 1),
      children_end_(gold.size(), 0) {
  for (Node word = 1; word <= words(); ++word) {
    ++children[index(heads[index(word)])];
    projective = projective && rank[index(word)] == word;
  }
  std::exclusive_scan(children.begin(), children.end(), children_end_.begin(), 0);
  for (Node word = 1; word <= words(); ++word) {
    words_by_head_[static_cast<std::size_t>(children_end_[index(heads[index(word)])]++)] = word;
  }
}

bool SwapTree::is_complete(const Configuration& c, Node node) const {
  const auto count = static_cast<std::size_t>(children[index(node)]);
  const auto end = static_cast<std::size_t>(children_end_[index(node)]);
  const auto of_node = std::span(words_by_head_).subspan(end - count, count);
  // The last child is usually the last to be attached.
  return std::all_of(of_node.rbegin(), of_node.rend(),
                     [&](Node child) { return c.attached(child); });
}

ActionSet SwapTree::eager_action(const Configuration& c) const {
  if (c.stack_has(2)) {
    const Node top = c.stack(0);
    const Node below = c.stack(1);
    if (heads[index(below)] == top && is_complete(c, below)) return {Action::kLeft};
    if (heads[index(top)] == below && is_complete(c, top)) return {Action::kRight};
    if (rank[index(top)] < rank[index(below)]) return {Action::kSwap};
  }
  if (!c.buffer_empty()) return {Action::kShift};
  return {};
}

void SwapState::reset() {
  stack_.assign(1, kRoot);
  buffer_.clear();
  for (Node word = tree_->words(); word > 0; --word) buffer_.push_back(word);
  open_.assign(tree_->children.begin(), tree_->children.end());
}

void SwapState::assign(const Configuration& c) {
  const std::span<const Node> stack = c.stack();
  const std::span<const Node> buffer = c.buffer();
  stack_.assign(stack.begin(), stack.end());
  buffer_.assign(buffer.rbegin(), buffer.rend());
  count_open();
}

void SwapState::assign(std::span<const Node> stack, std::span<const Node> reversed_buffer) {
  stack_.assign(stack.begin(), stack.end());
  buffer_.assign(reversed_buffer.begin(), reversed_buffer.end());
  count_open();
}

void SwapState::count_open() {
  open_.assign(tree_->heads.size(), 0);
  for (const Node node : stack_) {
    if (node != kRoot) ++open_[index(tree_->heads[index(node)])];
  }
  for (const Node node : buffer_) ++open_[index(tree_->heads[index(node)])];
}

bool SwapState::can_left() const {
  return stack_.size() >= 2 && tree_->heads[index(below())] == top() && open_[index(below())] == 0;
}

bool SwapState::can_right() const {
  return stack_.size() >= 2 && tree_->heads[index(top())] == below() && open_[index(top())] == 0;
}

bool SwapState::can_swap() const {
  // Always legal: nodes are put in projective order once and stay so. Hence nodes out of it are in
  // sentence order, and ROOT is the first in both.
  return stack_.size() >= 2 && tree_->rank[index(top())] < tree_->rank[index(below())];
}

bool SwapState::next_joins_top() const {
  return has_next() && tree_->component[index(top())] == tree_->component[index(buffer_.back())];
}

void SwapState::apply(Action action) {
  switch (action) {
    case Action::kLeft:
      --open_[index(top())];
      stack_.erase(stack_.end() - 2);
      break;
    case Action::kRight:
      --open_[index(below())];
      stack_.pop_back();
      break;
    case Action::kSwap:
      buffer_.push_back(below());
      stack_.erase(stack_.end() - 2);
      break;
    default:
      stack_.push_back(buffer_.back());
      buffer_.pop_back();
  }
}

ActionSet eager_action(const SwapState& state) {
  if (state.can_left()) return {Action::kLeft};
  if (state.can_right()) return {Action::kRight};
  if (state.can_swap()) return {Action::kSwap};
  if (state.has_next()) return {Action::kShift};
  return {};
}

bool can_shift(const SwapState& state, SwapTrial& trial) {
  if (!state.has_next()) return false;
  // Copying sixteen nodes takes the time of a transition.
  trial.work += 1 + state.tree().heads.size() / 16;
  SwapState& tried = trial.state;
  tried = state;
  tried.apply(Action::kShift);
  // With one word on the stack nothing is in the way of any other, whatever the order of the
  // buffer: the tree is reachable.
  while (tried.stack().size() > 2) {
    const ActionSet next = eager_action(tried);
    if (next.empty()) return false;
    tried.apply(*next.begin());
    ++trial.work;
  }
  return true;
}

namespace {

ActionSet published_lazy_action(const SwapState& state) {
  const ActionSet eager = eager_action(state);
  const bool waits = eager.contains(Action::kSwap) && state.next_joins_top();
  return waits ? ActionSet{Action::kShift} : eager;
}

}  // namespace

ActionSet lazy_action(const SwapState& state, SwapTrial& trial) {
  const ActionSet eager = eager_action(state);
  const ActionSet lazy = published_lazy_action(state);
  return lazy != eager && can_shift(state, trial) ? lazy : eager;
}

std::vector<Action> static_derivation(const SwapState& start, SwapTime time) {
  SwapTrial trial(start.tree());
  const auto follow = [&](const auto& choose) {
    SwapState state = start;
    std::vector<Action> derivation;
    for (ActionSet next = choose(state); !next.empty(); next = choose(state)) {
      derivation.push_back(*next.begin());
      state.apply(derivation.back());
    }
    return std::pair(state.is_final(), std::move(derivation));
  };
  if (time == SwapTime::kEager) return follow(eager_action).second;
  // As published, LAZY is right on its own path, where a trial for every delay would be slow.
  auto [arrived, derivation] = follow(published_lazy_action);
  if (arrived) return std::move(derivation);
  return follow([&](const SwapState& state) { return lazy_action(state, trial); }).second;
}

ActionSet permissible(const SwapState& state, SwapAmbiguity kept, SwapTrial& trial) {
  const ActionSet first = eager_action(state);
  if (first.empty() || first.contains(Action::kShift)) return first;
  if (kept == SwapAmbiguity::kShiftSwap && !first.contains(Action::kSwap)) return first;
  ActionSet all = first;
  if (can_shift(state, trial)) all.insert(Action::kShift);
  return all;
}

}  // namespace panarc
