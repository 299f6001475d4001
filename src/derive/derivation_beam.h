#pragma once

#include <vector>

#include "derive/derivation_parts.h"

namespace panarc {

/// A search from a state, as the parser would do it.
struct DerivationBeam {
  BeamSearch search;
  /// The derivation that wins.
  std::vector<Transition> transitions;
};
DerivationBeam search_from(const ParseState& state, const DerivationParts& parts);

}  // namespace panarc
