#pragma once

#include <string_view>

#include "transition/gold_arcs.h"
#include "transition/incompatibility.h"
#include "transition/system.h"

namespace panarc {

/// Arc-hybrid (Kuhlmann et al. 2011; PanParser, Tables 5 and 6).
struct ArcHybrid : SystemDefaults {
  static constexpr std::string_view kName = "arc-hybrid";
  static constexpr Completion kCompletion = Completion::kNeighbours;

  struct Shift {
    static constexpr Action kAction = Action::kShift;
    static bool legal(const Configuration& c) { return c.front_is_word(); }
    static void apply(Configuration& c, Label /*label*/) { c.shift(); }
    static int forbidden(const Configuration& c, const auto& gold) {
      const Node b = c.buffer(0);
      return gold_arcs::head_in_stack_below_top(c, gold, b) +
             gold_arcs::children_in_stack(c, gold, b);
    }
    static Move move(const Configuration& c) { return {.entered = c.buffer(0)}; }
  };

  struct Left {
    static constexpr Action kAction = Action::kLeft;
    /// With ROOT last and a single root, its child must be the only word left.
    static bool legal(const Configuration& c) {
      if (!c.top_is_word() || c.buffer_empty()) return false;
      return c.buffer(0) != kRoot || !c.options().single_root || c.stack_size() == 1;
    }
    static Arc arc(const Configuration& c) { return {c.buffer(0), c.stack(0)}; }
    static void apply(Configuration& c, Label label) { c.attach_and_pop(arc(c), label); }
    static int forbidden(const Configuration& c, const auto& gold) {
      const Node s = c.stack(0);
      return gold_arcs::head_in_buffer_behind_front(c, gold, s) +
             gold_arcs::head_below_top(c, gold, s) + gold_arcs::children_in_buffer(c, gold, s);
    }
    static Move move(const Configuration& c) {
      return {.gone = c.stack(0), .takes_root = c.buffer(0) == kRoot};
    }
  };

  struct Right {
    static constexpr Action kAction = Action::kRight;
    /// With ROOT first and a single root, its child is attached last.
    static bool legal(const Configuration& c) {
      if (!c.stack_has(2)) return false;
      return c.stack(1) != kRoot || !c.options().single_root || c.buffer_empty();
    }
    static Arc arc(const Configuration& c) { return {c.stack(1), c.stack(0)}; }
    static void apply(Configuration& c, Label label) { c.attach_and_pop(arc(c), label); }
    static int forbidden(const Configuration& c, const auto& gold) {
      const Node s = c.stack(0);
      return gold_arcs::head_in_buffer(c, gold, s) + gold_arcs::children_in_buffer(c, gold, s);
    }
    static Move move(const Configuration& c) {
      return {.gone = c.stack(0), .takes_root = c.stack(1) == kRoot};
    }
  };

  using Table = Rows<Shift, Left, Right>;

  static bool is_final(const Configuration& c) { return c.only_root_is_left(); }

  static ArcFromBelow arc_from_below(const Configuration& /*c*/, Node /*word*/) {
    return ArcFromBelow::kOpen;
  }

  static int incompatible(const After& after, const auto& gold) {
    return incompatibility::of_buried_root(after, gold);
  }
};

}  // namespace panarc
