#pragma once

#include <optional>
#include <string_view>

#include "transition/arc_hybrid.h"

namespace panarc {

/// Non-monotonic arc-eager (Honnibal et al. 2013; PanParser, Tables 8 and 9).
///
/// A head assigned by RIGHT is temporary while its word is on the stack: REDUCE confirms it, LEFT
/// overrides it. So the system builds the same trees as arc-hybrid, at the same costs, with RIGHT
/// as a second SHIFT.
struct NonMonotonicArcEager : SystemDefaults {
  static constexpr std::string_view kName = "non-monotonic-arc-eager";
  static constexpr Completion kCompletion = Completion::kNeighbours;

  using Shift = ArcHybrid::Shift;
  using Left = ArcHybrid::Left;

  struct Right {
    static constexpr Action kAction = Action::kRight;
    static bool legal(const Configuration& c) { return c.front_is_word() && c.stack_has(1); }
    static Arc arc(const Configuration& c) { return {c.stack(0), c.buffer(0)}; }
    static std::optional<Arc> settled(const Configuration& /*c*/) { return std::nullopt; }
    static void apply(Configuration& c, Label label) { c.attach_and_shift(arc(c), label); }
    static int forbidden(const Configuration& c, const auto& gold) {
      return Shift::forbidden(c, gold);
    }
    static Move move(const Configuration& c) { return Shift::move(c); }
  };

  struct Reduce {
    static constexpr Action kAction = Action::kReduce;
    static bool legal(const Configuration& c) { return ArcHybrid::Right::legal(c); }
    /// A word that was shifted gets its head, and its label, only here.
    static std::optional<Arc> arc(const Configuration& c) {
      if (c.attached(c.stack(0))) return std::nullopt;
      return ArcHybrid::Right::arc(c);
    }
    static std::optional<Arc> settled(const Configuration& c) { return ArcHybrid::Right::arc(c); }
    static void apply(Configuration& c, Label label) {
      if (!c.attached(c.stack(0))) c.attach(settled(c).value(), label);
      c.pop();
    }
    static int forbidden(const Configuration& c, const auto& gold) {
      return ArcHybrid::Right::forbidden(c, gold);
    }
    static Move move(const Configuration& c) { return ArcHybrid::Right::move(c); }
  };

  using Table = Rows<Shift, Left, Right, Reduce>;

  static bool is_final(const Configuration& c) { return ArcHybrid::is_final(c); }

  static ArcFromBelow arc_from_below(const Configuration& /*c*/, Node /*word*/) {
    return ArcFromBelow::kOpen;
  }

  static int incompatible(const After& after, const auto& gold) {
    return ArcHybrid::incompatible(after, gold);
  }
};

}  // namespace panarc
