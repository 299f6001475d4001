#include "transition/covington.h"

#include <algorithm>

namespace panarc {

namespace {

/// The top of a node's component, with `added` among the arcs.
Node top_of(const Configuration& c, Arc added, Node node) {
  while (node != kRoot) {
    const Node head = node == added.dependent ? added.head : c.head(node);
    if (head == kNoHead) return node;
    node = head;
  }
  return node;
}

}  // namespace

bool Covington::may_add(const Configuration& c, Arc arc) {
  if (c.attached(arc.dependent) || (arc.head == kRoot && c.root_is_full())) return false;
  return top_of(c, {}, arc.head) != arc.dependent && can_finish(c, arc, c.stack_size() - 1);
}

bool Covington::can_finish(const Configuration& c, Arc added, int left) {
  const Node last = c.words();
  if (c.buffer(0) != last || (!c.root_first() && !c.options().single_root)) return true;

  // Every top but one must still meet the last word, to become its dependent. With ROOT first, the
  // exception is ROOT; with ROOT last and a single root, it is any one, which becomes ROOT's child.
  const auto list = c.stack().first(static_cast<std::size_t>(left));
  const auto still_meets = [&](Node word) {
    return std::binary_search(list.begin(), list.end(), word);
  };
  const Node top_of_last = top_of(c, added, last);
  Node missed = c.root_first() ? kRoot : kNoHead;
  for (Node word = 1; word < last; ++word) {
    const bool has_head = c.attached(word) || word == added.dependent;
    if (has_head || still_meets(word) || word == top_of_last) continue;
    if (missed != kNoHead) return false;
    missed = word;
  }
  if (top_of_last != last) {
    // The last word has a head: the top of its own component is the exception.
    return missed == kNoHead || missed == top_of_last;
  }
  if (missed == kNoHead) return true;
  if (missed == kRoot && !c.root_is_full()) return left > 0;
  return std::any_of(list.begin(), list.end(),
                     [&](Node node) { return node != kRoot && top_of(c, added, node) == missed; });
}

}  // namespace panarc
