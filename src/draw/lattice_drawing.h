#pragma once

#include <string>

#include "draw/text_tree.h"
#include "panarc/lattice.h"

namespace panarc {

/// A lattice of derivations in characters: one line per configuration, which a line on the left
/// leads to from each of those before it, and the transitions that leave it.
std::string draw_lattice(const DerivationLattice& lattice, const TextStyle& style);

/// The same for Graphviz, in the DOT language.
std::string lattice_dot(const DerivationLattice& lattice);

}  // namespace panarc
