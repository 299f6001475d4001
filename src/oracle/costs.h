#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "transition/transition.h"

namespace panarc {

/// The costs of the legal transitions of a configuration. At least one of them is 0 unless the
/// configuration is final.
struct Costs {
  ActionSet legal;
  /// The cost of each action; only meaningful for legal actions.
  std::array<int, kActionCount> cost{};
  /// False if some cost is not proved (see CompletionSearch).
  bool exact = true;

  [[nodiscard]] int of(Action action) const { return cost[static_cast<std::size_t>(action)]; }
  int& of(Action action) { return cost[static_cast<std::size_t>(action)]; }

  /// The transitions of minimum cost, i.e. the optimal ones (PanParser, A.2).
  [[nodiscard]] ActionSet optimal() const {
    const int least = minimum();
    ActionSet best;
    for (const Action action : legal) {
      if (of(action) == least) best.insert(action);
    }
    return best;
  }

  /// Subtracts the minimum from all: turns relaxed costs, or losses, into costs.
  void subtract_minimum() {
    const int least = minimum();
    for (const Action action : legal) of(action) -= least;
  }

 private:
  [[nodiscard]] int minimum() const {
    bool first = true;
    int least = 0;
    for (const Action action : legal) {
      least = first ? of(action) : std::min(least, of(action));
      first = false;
    }
    return least;
  }
};

}  // namespace panarc
