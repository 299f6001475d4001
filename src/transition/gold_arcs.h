#pragma once

#include <algorithm>

#include "transition/configuration.h"

/// The counts used in the closed forms of the papers' cost tables. A gold annotation is anything
/// with `head(word)` and `children(node)`: one head per word, or kNoHead. It may also have several
/// heads per word, with `heads(word)` instead; then all their arcs are counted.

namespace panarc::gold_arcs {

template <class Gold, class Predicate>
int count_children(const Gold& gold, Node node, Predicate&& counts) {
  int count = 0;
  for (const Node child : gold.children(node)) count += counts(child) ? 1 : 0;
  return count;
}

template <class Gold>
int children_in_buffer(const Configuration& c, const Gold& gold, Node node) {
  return count_children(gold, node, [&](Node child) { return c.in_buffer(child); });
}

template <class Gold>
int children_in_stack(const Configuration& c, const Gold& gold, Node node) {
  return count_children(gold, node, [&](Node child) { return c.in_stack(child); });
}

template <class Gold>
int unattached_children_in_stack(const Configuration& c, const Gold& gold, Node node) {
  return count_children(gold, node,
                        [&](Node child) { return c.in_stack(child) && !c.attached(child); });
}

template <class Gold, class Predicate>
int count_heads(const Gold& gold, Node word, Predicate&& counts) {
  if constexpr (requires { gold.head(word); }) {
    const Node head = gold.head(word);
    return head != kNoHead && counts(head) ? 1 : 0;
  } else {
    return static_cast<int>(std::ranges::count_if(gold.heads(word), counts));
  }
}

template <class Gold>
int head_in_stack(const Configuration& c, const Gold& gold, Node word) {
  return count_heads(gold, word, [&](Node head) { return c.in_stack(head); });
}

template <class Gold>
int head_in_stack_below_top(const Configuration& c, const Gold& gold, Node word) {
  return count_heads(gold, word, [&](Node head) { return c.in_stack(head) && head != c.stack(0); });
}

/// The head is the element below the top of the stack.
template <class Gold>
int head_below_top(const Configuration& c, const Gold& gold, Node word) {
  return count_heads(gold, word, [&](Node head) { return c.stack_has(2) && head == c.stack(1); });
}

template <class Gold>
int head_in_buffer(const Configuration& c, const Gold& gold, Node word) {
  return count_heads(gold, word, [&](Node head) { return c.in_buffer(head); });
}

template <class Gold>
int head_in_buffer_behind_front(const Configuration& c, const Gold& gold, Node word) {
  return count_heads(gold, word,
                     [&](Node head) { return c.in_buffer(head) && head != c.buffer(0); });
}

/// The word has no head in the gold annotation, and this is to be reproduced.
template <class Gold>
int must_stay_empty(const Gold& gold, Node word) {
  return gold.none_value(word);
}

}  // namespace panarc::gold_arcs
