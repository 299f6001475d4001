#pragma once

#include <optional>

#include "transition/transition.h"

namespace panarc {

/// Bounds on the value of the best completion of a configuration.
struct ValueBounds {
  int lower = 0;
  int upper = 0;
  /// The first transition of a derivation that achieves `lower`, if one is known.
  std::optional<Action> first;
};

}  // namespace panarc
