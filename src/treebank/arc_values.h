#pragma once

#include <cmath>
#include <span>

#include "treebank/spanning_tree.h"

namespace panarc {

/// More than the difference between any two choices of these arcs.
inline double total_value(std::span<const WeightedArc> arcs) {
  double total = 1;
  for (const WeightedArc& arc : arcs) total += std::abs(arc.value);
  return total;
}

}  // namespace panarc
