#pragma once

#include <string_view>

#include "transition/arc_hybrid.h"
#include "transition/gold_arcs.h"
#include "transition/incompatibility.h"
#include "transition/system.h"

namespace panarc {

/// Arc-hybrid that may leave words without a head (PanParser, Tables 13 and 14): REDUCE pops them.
/// With a limit on arc length (`SystemOptions::span`), it is the span system.
struct ArcHybridPartial : SystemDefaults {
  static constexpr std::string_view kName = "arc-hybrid-partial";
  static constexpr bool kPartial = true;
  static constexpr Completion kCompletion = Completion::kNeighbours;

  using Shift = ArcHybrid::Shift;

  struct Left {
    static constexpr Action kAction = Action::kLeft;
    static bool legal(const Configuration& c) {
      return c.top_is_word() && !c.buffer_empty() && c.may_add(arc(c));
    }
    static Arc arc(const Configuration& c) { return ArcHybrid::Left::arc(c); }
    static void apply(Configuration& c, Label label) { ArcHybrid::Left::apply(c, label); }
    static int forbidden(const Configuration& c, const auto& gold) {
      return gold_arcs::must_stay_empty(gold, c.stack(0)) + ArcHybrid::Left::forbidden(c, gold);
    }
    static Move move(const Configuration& c) { return ArcHybrid::Left::move(c); }
  };

  struct Right {
    static constexpr Action kAction = Action::kRight;
    static bool legal(const Configuration& c) { return c.stack_has(2) && c.may_add(arc(c)); }
    static Arc arc(const Configuration& c) { return ArcHybrid::Right::arc(c); }
    static void apply(Configuration& c, Label label) { ArcHybrid::Right::apply(c, label); }
    static int forbidden(const Configuration& c, const auto& gold) {
      return gold_arcs::must_stay_empty(gold, c.stack(0)) + ArcHybrid::Right::forbidden(c, gold);
    }
    static Move move(const Configuration& c) { return ArcHybrid::Right::move(c); }
  };

  struct Reduce {
    static constexpr Action kAction = Action::kReduce;
    static bool legal(const Configuration& c) { return c.top_is_word(); }
    static void apply(Configuration& c, Label /*label*/) { c.pop(); }
    static int forbidden(const Configuration& c, const auto& gold) {
      const Node s = c.stack(0);
      return ArcHybrid::Right::forbidden(c, gold) + gold_arcs::head_below_top(c, gold, s);
    }
    static Move move(const Configuration& c) { return {.gone = c.stack(0)}; }
  };

  using Table = Rows<Shift, Left, Right, Reduce>;

  static bool is_final(const Configuration& c) { return ArcHybrid::is_final(c); }

  static ArcFromBelow arc_from_below(const Configuration& /*c*/, Node /*word*/) {
    return ArcFromBelow::kOpen;
  }

  static int incompatible(const After& after, const auto& gold) {
    const Node root = gold.only_root();
    if (root == kNoHead) return 0;
    const bool on_stack =
        after.before().root_first() ? after.stack_from_bottom(1) == root : after.in_stack(root);
    return incompatibility::of_taken_root(after, gold, on_stack || after.in_buffer(root));
  }
};

}  // namespace panarc
