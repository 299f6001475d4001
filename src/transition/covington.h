#pragma once

#include <string_view>

#include "transition/system.h"

namespace panarc {

/// Covington's algorithm as a transition system (Covington 2001; Nivre 2008): every word is
/// compared with every earlier one, from right to left; builds all trees.
///
/// The stack is the list of words still to be compared with the front of the buffer. The original
/// builds forests; here ROOT takes part, and a transition is legal only if a tree can still be
/// completed. That matters only for the last word: before it, every word without a head can still
/// become its dependent.
struct Covington : SystemDefaults {
  static constexpr std::string_view kName = "covington";
  static constexpr Completion kCompletion = Completion::kPairs;

  struct Shift {
    static constexpr Action kAction = Action::kShift;
    static bool legal(const Configuration& c) { return c.front_is_word() && can_finish(c, {}, 0); }
    static void apply(Configuration& c, Label /*label*/) { c.shift_lists(); }
  };

  struct NoArc {
    static constexpr Action kAction = Action::kNoArc;
    /// Once ROOT is at the front, words without a head must become its dependents.
    static bool legal(const Configuration& c) {
      if (!c.stack_has(1) || c.buffer_empty()) return false;
      if (c.buffer(0) == kRoot) return c.attached(c.stack(0));
      return can_finish(c, {}, c.stack_size() - 1);
    }
    static void apply(Configuration& c, Label /*label*/) { c.step_left(); }
  };

  struct Left {
    static constexpr Action kAction = Action::kLeft;
    static bool legal(const Configuration& c) {
      return c.top_is_word() && !c.buffer_empty() && may_add(c, arc(c));
    }
    static Arc arc(const Configuration& c) { return {c.buffer(0), c.stack(0)}; }
    static void apply(Configuration& c, Label label) {
      c.attach(arc(c), label);
      c.step_left();
    }
  };

  struct Right {
    static constexpr Action kAction = Action::kRight;
    static bool legal(const Configuration& c) {
      return c.stack_has(1) && c.front_is_word() && may_add(c, arc(c));
    }
    static Arc arc(const Configuration& c) { return {c.stack(0), c.buffer(0)}; }
    static void apply(Configuration& c, Label label) {
      c.attach(arc(c), label);
      c.step_left();
    }
  };

  using Table = Rows<Shift, Left, Right, NoArc>;

  static bool is_final(const Configuration& c) {
    return c.root_first() ? c.buffer_empty() : c.buffer_size() == 1 && c.stack().empty();
  }

 private:
  /// The dependent has no head yet, the arc closes no cycle, and a tree can still be completed.
  static bool may_add(const Configuration& c, Arc arc);

  /// Whether a tree can still be completed after a transition that adds an arc (or none) and leaves
  /// `left` elements in the list. Linear in sentence length, but only for the last word.
  static bool can_finish(const Configuration& c, Arc added, int left);
};

}  // namespace panarc
