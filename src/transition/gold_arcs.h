#pragma once

#include "transition/configuration.h"

/// The counts that the closed forms of the papers' cost tables are made of. A gold annotation is
/// anything with `head(word)` and `children(node)`: one head a word, or kNoHead.

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

template <class Gold>
int head_in_stack(const Configuration& c, const Gold& gold, Node word) {
  const Node head = gold.head(word);
  return head != kNoHead && c.in_stack(head) ? 1 : 0;
}

template <class Gold>
int head_in_stack_below_top(const Configuration& c, const Gold& gold, Node word) {
  return c.stack_has(1) && gold.head(word) == c.stack(0) ? 0 : head_in_stack(c, gold, word);
}

template <class Gold>
int head_in_buffer(const Configuration& c, const Gold& gold, Node word) {
  const Node head = gold.head(word);
  return head != kNoHead && c.in_buffer(head) ? 1 : 0;
}

template <class Gold>
int head_in_buffer_behind_front(const Configuration& c, const Gold& gold, Node word) {
  return gold.head(word) == c.buffer(0) ? 0 : head_in_buffer(c, gold, word);
}

/// The word has no head in the gold annotation, and that is to be reproduced.
template <class Gold>
int must_stay_empty(const Gold& gold, Node word) {
  return gold.none_value(word);
}

}  // namespace panarc::gold_arcs
