#pragma once

#include <string_view>

#include "transition/arc_eager_partial.h"

namespace panarc {

/// Arc-eager that builds only arcs of at most `SystemOptions::span` (PanParser, A.5.7): the partial
/// system with the limit set.
struct ArcEagerSpan : ArcEagerPartial {
  static constexpr std::string_view kName = "arc-eager-span";
  static constexpr bool kSpan = true;
};

}  // namespace panarc
