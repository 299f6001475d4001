#pragma once

#include <algorithm>

#include "transition/arc_eager.h"

namespace panarc {

/// The oracle of Goldberg & Nivre (2012), Algorithm 1, for arc-eager and a projective tree, in a
/// configuration of its own derivation. REDUCE needs its precondition, which line 5 leaves out;
/// with ROOT first, what is left on the stack at the end is reduced.
Action standard_arc_eager_oracle(const Configuration& c, const auto& gold) {
  if (c.buffer_empty()) return Action::kReduce;
  if (c.stack().empty()) return Action::kShift;
  const Node i = c.stack(0);
  const Node j = c.buffer(0);
  if (i != kRoot && gold.head(i) == j) return Action::kLeft;
  if (j != kRoot && gold.head(j) == i) return Action::kRight;
  if (ArcEager::Reduce::legal(c)) {
    const auto linked = [&](Node k) {
      return (j != kRoot && gold.head(j) == k) || (k != kRoot && gold.head(k) == j);
    };
    const auto below = c.stack().first(c.stack().size() - 1);
    // ROOT behind the sentence is shifted by no one: all that is attached is reduced before it.
    if (j == kRoot || std::any_of(below.begin(), below.end(), linked)) return Action::kReduce;
  }
  return Action::kShift;
}

}  // namespace panarc
