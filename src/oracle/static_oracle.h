#pragma once

#include <vector>

#include "oracle/oracle.h"

namespace panarc {

/// The static oracle derived from the dynamic one (PanParser, footnote 3): of the transitions of
/// minimum cost, the first in the order of actions. Every prefix of the derivation keeps the best
/// tree reachable, so it ends in the best tree the system can build. For arc-eager and a projective
/// tree it is the standard oracle (Goldberg & Nivre 2012, Algorithm 1), which also prefers SHIFT to
/// REDUCE.
template <TransitionSystem S>
std::vector<Action> static_derivation(Oracle<S>& oracle, const Gold& gold,
                                      const SystemOptions& options) {
  std::vector<Action> derivation;
  for (Configuration c(gold.words(), options); !S::is_final(c);) {
    const Action action = *oracle.costs(c, gold).optimal().begin();
    derivation.push_back(action);
    apply<S>(c, action);
  }
  return derivation;
}

}  // namespace panarc
