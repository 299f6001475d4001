#pragma once

#include <string_view>

#include "transition/arc_eager.h"
#include "transition/gold_arcs.h"
#include "transition/incompatibility.h"
#include "transition/system.h"

namespace panarc {

/// Arc-eager that may leave words without a head (PanParser, Tables 11 and 12): REDUCE does not
/// need one. With a limit on arc length (`SystemOptions::span`), it is the span system.
struct ArcEagerPartial : SystemDefaults {
  static constexpr std::string_view kName = "arc-eager-partial";
  static constexpr bool kPartial = true;
  static constexpr Completion kCompletion = Completion::kNeighbours;

  struct Shift {
    static constexpr Action kAction = Action::kShift;
    static bool legal(const Configuration& c) { return c.front_is_word(); }
    static void apply(Configuration& c, Label label) { ArcEager::Shift::apply(c, label); }
    static int forbidden(const Configuration& c, const auto& gold) {
      return ArcEager::Shift::forbidden(c, gold);
    }
    static Move move(const Configuration& c) { return ArcEager::Shift::move(c); }
  };

  struct Left {
    static constexpr Action kAction = Action::kLeft;
    static bool legal(const Configuration& c) {
      return ArcEager::Left::legal(c) && c.may_add(arc(c));
    }
    static Arc arc(const Configuration& c) { return ArcEager::Left::arc(c); }
    static void apply(Configuration& c, Label label) { ArcEager::Left::apply(c, label); }
    static int forbidden(const Configuration& c, const auto& gold) {
      return gold_arcs::must_stay_empty(gold, c.stack(0)) + ArcEager::Left::forbidden(c, gold);
    }
    static Move move(const Configuration& c) {
      return {.gone = c.stack(0), .takes_root = c.buffer(0) == kRoot};
    }
  };

  struct Right {
    static constexpr Action kAction = Action::kRight;
    static bool legal(const Configuration& c) {
      return c.front_is_word() && c.stack_has(1) && c.may_add(arc(c));
    }
    static Arc arc(const Configuration& c) { return ArcEager::Right::arc(c); }
    static void apply(Configuration& c, Label label) { ArcEager::Right::apply(c, label); }
    static int forbidden(const Configuration& c, const auto& gold) {
      return gold_arcs::must_stay_empty(gold, c.buffer(0)) + ArcEager::Right::forbidden(c, gold);
    }
    static Move move(const Configuration& c) { return ArcEager::Right::move(c); }
  };

  struct Reduce {
    static constexpr Action kAction = Action::kReduce;
    static bool legal(const Configuration& c) { return c.top_is_word(); }
    static void apply(Configuration& c, Label label) { ArcEager::Reduce::apply(c, label); }
    static int forbidden(const Configuration& c, const auto& gold) {
      const Node s = c.stack(0);
      return (c.attached(s) ? 0 : gold_arcs::head_in_buffer(c, gold, s)) +
             ArcEager::Reduce::forbidden(c, gold);
    }
    static Move move(const Configuration& c) { return ArcEager::Reduce::move(c); }
  };

  using Table = Rows<Shift, Left, Right, Reduce>;

  static bool is_final(const Configuration& c) { return ArcEager::is_final(c); }

  static ArcFromBelow arc_from_below(const Configuration& c, Node word) {
    return ArcEager::arc_from_below(c, word);
  }

  static int incompatible(const After& after, const auto& gold) {
    const Node root = gold.only_root();
    if (root == kNoHead || after.attached(root)) return 0;
    const bool on_stack = !after.before().root_first() && after.in_stack(root);
    return incompatibility::of_taken_root(after, gold, on_stack || after.in_buffer(root));
  }
};

}  // namespace panarc
