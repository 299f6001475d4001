#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oracle/swap_state.h"

namespace panarc {

/// How many states a search over derivations may keep. Treebank sentences need a few thousand.
inline constexpr std::size_t kSwapStateLimit = 200'000;

/// How many transitions it may try: about a second. In a long sentence with many crossing arcs,
/// forced stretches between two choices can be long.
inline constexpr std::uint64_t kSwapWorkLimit = 100'000'000;

int count_swaps(std::span<const Action> derivation);

struct MinimalDerivation {
  std::vector<Action> actions;
  int swaps = 0;
  /// False if a limit ended the search: the derivation is then that of LAZY, an upper bound.
  bool exact = true;
};

/// A derivation with the fewest swaps from a state from which the gold tree is reachable (MINIMAL
/// of Björkelund & Nivre 2015). Among those it is the first in the order LEFT, RIGHT, SWAP, SHIFT
/// of the static oracles: it swaps as early as the minimum allows.
///
/// A* over the SHIFT-SWAP choices alone: attaching at once never costs a swap, so the lattice of
/// ND-SW has the same minimum as that of ND-ALL. SwapBound is its estimate, LAZY the upper bound.
MinimalDerivation minimal_derivation(const SwapState& start,
                                     std::size_t state_limit = kSwapStateLimit);

}  // namespace panarc
