#pragma once

#include <string_view>

#include "transition/arc_hybrid_partial.h"

namespace panarc {

/// Arc-hybrid that builds only arcs of at most `SystemOptions::span` (PanParser, A.5.7): the
/// partial system with the limit set.
struct ArcHybridSpan : ArcHybridPartial {
  static constexpr std::string_view kName = "arc-hybrid-span";
  static constexpr bool kSpan = true;
};

}  // namespace panarc
