#pragma once

#include <cstddef>

#include "transition/configuration.h"

namespace panarc {

/// What a transition does to the stack.
struct Move {
  Node entered = kNoHead;
  bool entered_attached = false;
  Node gone = kNoHead;
  /// A word becomes a child of ROOT.
  bool takes_root = false;
};

/// The configuration after a move, without carrying it out.
class After {
 public:
  After(const Configuration& c, const Move& move) : c_(c), move_(move) {}

  [[nodiscard]] const Configuration& before() const { return c_; }
  [[nodiscard]] bool in_stack(Node node) const {
    return node == move_.entered || (node != move_.gone && c_.in_stack(node));
  }
  [[nodiscard]] bool in_buffer(Node node) const {
    return node != move_.entered && c_.in_buffer(node);
  }
  [[nodiscard]] bool attached(Node word) const {
    return word == move_.entered ? move_.entered_attached : c_.attached(word);
  }
  [[nodiscard]] bool root_has_child() const { return move_.takes_root || c_.root_children() > 0; }

  /// The stack element at `index` from the bottom, or kNoHead.
  [[nodiscard]] Node stack_from_bottom(int index) const {
    const int size = c_.stack_size() - (move_.gone == kNoHead ? 0 : 1);
    if (index < size) return c_.stack()[static_cast<std::size_t>(index)];
    return index == size ? move_.entered : kNoHead;
  }

  /// The first word that is in the buffer, or would be if there were one.
  [[nodiscard]] Node front() const {
    if (!c_.front_is_word()) return c_.words() + 1;
    return c_.buffer(0) + (c_.buffer(0) == move_.entered ? 1 : 0);
  }

  /// Whether this many words without a head are on the stack at positions up to and including
  /// `limit`. In long sentences the stack may be deep, so it is searched from both ends.
  [[nodiscard]] bool has_unattached_up_to(Node limit, int wanted) const {
    int found = 0;
    int left = unattached_on_stack();
    for (int low = 0, high = stack_size() - 1; left >= wanted; ++low, --high) {
      const Node lowest = stack_from_bottom(low);
      if (lowest == kNoHead || lowest > limit) return false;
      found += is_unattached(lowest) ? 1 : 0;
      const Node highest = stack_from_bottom(high);
      if (found >= wanted || highest <= limit) return true;
      left -= is_unattached(highest) ? 1 : 0;
    }
    return false;
  }

 private:
  [[nodiscard]] bool is_unattached(Node node) const { return node > kRoot && !attached(node); }
  [[nodiscard]] int stack_size() const {
    return c_.stack_size() + (move_.entered == kNoHead ? 0 : 1) - (move_.gone == kNoHead ? 0 : 1);
  }
  [[nodiscard]] int unattached_on_stack() const {
    return c_.unattached_on_stack() + (is_unattached(move_.entered) ? 1 : 0) -
           (is_unattached(move_.gone) ? 1 : 0);
  }

  const Configuration& c_;
  Move move_;
};

/// Gold arcs that can each still be built but not all together, after a transition: the second part
/// of the relaxed cost (PanParser, A.2). These hold for projective gold annotations with at most
/// one word under ROOT in single-root mode; `verify` checks them like all costs.
namespace incompatibility {

/// Arc-eager. The last word is the last possible head of an unattached word on the stack. If its
/// gold ancestors lead through the buffer to an element at or above such a word, one of them must
/// become that word's head instead (ROOT first: Figure 5 of PanParser). With ROOT last and a single
/// root, the lowest word on the stack needs none of them.
template <class Gold>
int of_last_word(const After& after, const Gold& gold) {
  const Configuration& c = after.before();
  if (!c.root_first() && !c.options().single_root) return 0;
  if (!after.in_buffer(c.words())) return 0;
  const Node ancestor = gold.ancestor_of_last(after.front());
  if (ancestor <= kRoot || !after.in_stack(ancestor)) return 0;
  return after.has_unattached_up_to(ancestor, c.root_first() ? 1 : 2) ? 1 : 0;
}

/// ROOT last, single root: what is below the gold root on the stack can get a head only from beyond
/// it, so the gold root cannot be the single child of ROOT.
template <class Gold>
int of_buried_root(const After& after, const Gold& gold) {
  const Configuration& c = after.before();
  if (!c.options().single_root || c.root_first()) return 0;
  const Node root = gold.only_root();
  return root != kNoHead && after.in_stack(root) && after.stack_from_bottom(0) != root ? 1 : 0;
}

/// Single root: another word is under ROOT, although the gold root could be otherwise.
template <class Gold>
int of_taken_root(const After& after, const Gold& gold, bool root_is_reachable) {
  const bool taken = after.before().options().single_root && after.root_has_child();
  return taken && root_is_reachable && gold.only_root() != kNoHead ? 1 : 0;
}

/// All incompatibilities that apply to arc-eager.
template <class Gold>
int of_arc_eager(const After& after, const Gold& gold) {
  const int last_word = of_last_word(after, gold);
  const Node root = gold.only_root();
  if (root == kNoHead || after.attached(root)) return last_word;
  const bool root_is_reachable = after.before().root_first() && after.in_buffer(root);
  return last_word + of_buried_root(after, gold) + of_taken_root(after, gold, root_is_reachable);
}

}  // namespace incompatibility
}  // namespace panarc
