#pragma once

#include <optional>
#include <string_view>

#include "transition/arc_standard.h"

namespace panarc {

/// Arc-standard with SWAP (Nivre 2009): all trees, ROOT first. SWAP reorders each pair only once.
struct Swap : SystemDefaults {
  static constexpr std::string_view kName = "swap";
  static constexpr bool kRootLast = false;
  static constexpr bool kArcsOnStack = true;
  static constexpr Completion kCompletion = Completion::kReordering;
  static constexpr std::optional<SwapOracle> kSwapOracle = SwapOracle::kNdAll;

  using Shift = ArcStandard::Shift;
  using Left = ArcStandard::Left;
  using Right = ArcStandard::Right;

  struct SwapRow {
    static constexpr Action kAction = Action::kSwap;
    static bool legal(const Configuration& c) {
      return c.stack_has(2) && c.stack(1) != kRoot && c.stack(1) < c.stack(0);
    }
    static void apply(Configuration& c, Label /*label*/) { c.swap(); }
  };

  using Table = Rows<Shift, Left, Right, SwapRow>;

  static bool is_final(const Configuration& c) { return ArcStandard::is_final(c); }
};

}  // namespace panarc
