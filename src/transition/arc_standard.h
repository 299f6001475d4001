#pragma once

#include <string_view>

#include "transition/system.h"

namespace panarc {

/// Arc-standard (Nivre 2004; PanParser, Table 7). Its costs have no closed form
/// (Goldberg et al. 2014).
struct ArcStandard : SystemDefaults {
  static constexpr std::string_view kName = "arc-standard";
  static constexpr bool kArcsOnStack = true;
  static constexpr Completion kCompletion = Completion::kBottomUp;

  struct Shift {
    static constexpr Action kAction = Action::kShift;
    /// ROOT last is also shifted, to receive its children; with a single root, at most one word may
    /// be left on the stack.
    static bool legal(const Configuration& c) {
      if (c.buffer_empty()) return false;
      return c.buffer(0) != kRoot || !c.options().single_root || !c.stack_has(2);
    }
    static void apply(Configuration& c, Label /*label*/) { c.shift(); }
  };

  struct Left {
    static constexpr Action kAction = Action::kLeft;
    static bool legal(const Configuration& c) { return c.stack_has(2) && c.stack(1) != kRoot; }
    static Arc arc(const Configuration& c) { return {c.stack(0), c.stack(1)}; }
    static void apply(Configuration& c, Label label) {
      c.attach(arc(c), label);
      c.pop_second();
    }
  };

  struct Right {
    static constexpr Action kAction = Action::kRight;
    /// With ROOT first and a single root, its child is attached last.
    static bool legal(const Configuration& c) {
      if (!c.stack_has(2) || c.stack(0) == kRoot) return false;
      return c.stack(1) != kRoot || !c.options().single_root || c.buffer_empty();
    }
    static Arc arc(const Configuration& c) { return {c.stack(1), c.stack(0)}; }
    static void apply(Configuration& c, Label label) { c.attach_and_pop(arc(c), label); }
  };

  using Table = Rows<Shift, Left, Right>;

  static bool is_final(const Configuration& c) {
    return c.buffer_empty() && c.stack_size() == 1 && c.stack(0) == kRoot;
  }
};

}  // namespace panarc
