#pragma once

#include <span>
#include <vector>

#include "panarc/tree.h"

namespace panarc {

/// An arc that a tree may have, and what it is worth.
struct WeightedArc {
  Node head = kRoot;
  Node dependent = 0;
  double value = 0;
};

/// The heads of the tree with the greatest sum of values, over these arcs alone (Chu & Liu 1965;
/// Edmonds 1967). Every word must be within reach of ROOT. Of trees worth the same, the one found
/// depends on the order of the arcs, and on nothing else.
///
/// With `single_root`, as few words as possible are under ROOT: one, if there is such a tree.
///
/// Takes time in proportion to the arcs, times a logarithm.
Heads best_tree(int words, std::span<const WeightedArc> arcs, bool single_root);

/// The same among projective trees (Eisner 1996). Arcs that are not given are possible as well, but
/// as few of them are taken as can be. Takes cubic time and square room.
Heads best_projective_tree(int words, std::span<const WeightedArc> arcs, bool single_root);

}  // namespace panarc
