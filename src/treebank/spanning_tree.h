#pragma once

#include <span>

#include "base/interruption.h"
#include "panarc/choices.h"

namespace panarc {

/// A possible arc of a tree, and its value.
struct WeightedArc {
  Node head = kRoot;
  Node dependent = 0;
  double value = 0;
};

/// The heads of the tree with the greatest total value, using only these arcs (Chu & Liu 1965;
/// Edmonds 1967). Every word must be reachable from ROOT. Ties depend only on the order of the
/// arcs.
///
/// With `single_root`, as few words as possible are under ROOT: one, if there is such a tree.
///
/// Takes O(m log m) time for m arcs.
Heads best_tree(int words, std::span<const WeightedArc> arcs, bool single_root,
                const Interruption& interruption = kNeverOver);

/// The best projective tree (Eisner 1996). Missing arcs are possible as well, but as few as
/// possible are used. Takes cubic time and quadratic space.
Heads best_projective_tree(int words, std::span<const WeightedArc> arcs, bool single_root,
                           const Interruption& interruption = kNeverOver);

}  // namespace panarc
