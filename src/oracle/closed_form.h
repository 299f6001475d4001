#pragma once

#include "oracle/gold.h"
#include "transition/system_options.h"

namespace panarc {

/// Whether the closed forms of the papers give the exact costs of all configurations, except those
/// in which a temporary arc has a wrong label.
inline bool closed_form_holds(const Gold& gold, const SystemOptions& options) {
  return gold.projective() && (!options.single_root || gold.children(kRoot).size() <= 1) &&
         (options.span == 0 || gold.longest_arc(options.root) <= options.span);
}

}  // namespace panarc
