#pragma once

#include <string>

#include "draw/text_tree.h"
#include "panarc/lattice.h"

namespace panarc {

/// A lattice of derivations as text: one line per configuration, with lines on the left from each
/// of its predecessors, and the transitions that leave it.
std::string draw_lattice(const DerivationLattice& lattice, const TextStyle& style);

/// A lattice for Graphviz, in the DOT language.
std::string lattice_dot(const DerivationLattice& lattice);

}  // namespace panarc
