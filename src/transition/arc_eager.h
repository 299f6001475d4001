#pragma once

#include <string_view>

#include "transition/gold_arcs.h"
#include "transition/incompatibility.h"
#include "transition/system.h"

namespace panarc {

/// Arc-eager (Nivre 2003; PanParser, Tables 2 and 3). ROOT first needs the amendments of A.5.1.
struct ArcEager : SystemDefaults {
  static constexpr std::string_view kName = "arc-eager";
  static constexpr Completion kCompletion = Completion::kNeighbours;

  struct Shift {
    static constexpr Action kAction = Action::kShift;
    /// With the last word shifted, its only possible head is ROOT last.
    static bool legal(const Configuration& c) {
      if (!c.front_is_word()) return false;
      if (c.buffer(0) != c.words()) return true;
      return !c.root_first() && (!c.options().single_root || !c.stack_has(1));
    }
    static void apply(Configuration& c, Label /*label*/) { c.shift(); }
    static int forbidden(const Configuration& c, const auto& gold) {
      const Node b = c.buffer(0);
      return gold_arcs::head_in_stack(c, gold, b) +
             gold_arcs::unattached_children_in_stack(c, gold, b);
    }
    static Move move(const Configuration& c) { return {.entered = c.buffer(0)}; }
  };

  struct Left {
    static constexpr Action kAction = Action::kLeft;
    static bool legal(const Configuration& c) {
      return c.top_is_word() && !c.buffer_empty() && !c.attached(c.stack(0));
    }
    static Arc arc(const Configuration& c) { return {c.buffer(0), c.stack(0)}; }
    static void apply(Configuration& c, Label label) { c.attach_and_pop(arc(c), label); }
    static int forbidden(const Configuration& c, const auto& gold) {
      const Node s = c.stack(0);
      return gold_arcs::head_in_buffer_behind_front(c, gold, s) +
             gold_arcs::children_in_buffer(c, gold, s);
    }
    static Move move(const Configuration& c) { return {.gone = c.stack(0)}; }
  };

  struct Right {
    static constexpr Action kAction = Action::kRight;
    /// After the last word, no head is left for an unattached word. So with ROOT first there must
    /// be no such word; with ROOT last and a single root, exactly one.
    static bool legal(const Configuration& c) {
      if (!c.front_is_word() || !c.stack_has(1)) return false;
      if (c.buffer(0) != c.words()) return true;
      if (c.root_first()) return c.unattached_on_stack() == 0;
      return !c.options().single_root || c.unattached_on_stack() == 1;
    }
    static Arc arc(const Configuration& c) { return {c.stack(0), c.buffer(0)}; }
    static void apply(Configuration& c, Label label) { c.attach_and_shift(arc(c), label); }
    static int forbidden(const Configuration& c, const auto& gold) {
      const Node b = c.buffer(0);
      return gold_arcs::head_in_buffer(c, gold, b) +
             gold_arcs::head_in_stack_below_top(c, gold, b) +
             gold_arcs::unattached_children_in_stack(c, gold, b);
    }
    static Move move(const Configuration& c) {
      return {.entered = c.buffer(0), .entered_attached = true, .takes_root = c.stack(0) == kRoot};
    }
  };

  struct Reduce {
    static constexpr Action kAction = Action::kReduce;
    /// A single child of ROOT first stays until the end: later words go under it.
    static bool legal(const Configuration& c) {
      if (!c.top_is_word() || !c.attached(c.stack(0))) return false;
      return !c.options().single_root || c.head(c.stack(0)) != kRoot || c.buffer_empty();
    }
    static void apply(Configuration& c, Label /*label*/) { c.pop(); }
    static int forbidden(const Configuration& c, const auto& gold) {
      const Node s = c.stack(0);
      return gold_arcs::children_in_buffer(c, gold, s);
    }
    static Move move(const Configuration& c) { return {.gone = c.stack(0)}; }
  };

  using Table = Rows<Shift, Left, Right, Reduce>;

  static bool is_final(const Configuration& c) { return c.only_root_is_left(); }

  static ArcFromBelow arc_from_below(const Configuration& c, Node word) {
    return c.attached(word) ? ArcFromBelow::kFixed : ArcFromBelow::kNever;
  }

  static int incompatible(const After& after, const auto& gold) {
    return incompatibility::of_arc_eager(after, gold);
  }
};

}  // namespace panarc
