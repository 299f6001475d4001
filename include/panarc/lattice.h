#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "panarc/choices.h"
#include "panarc/oracle.h"
#include "panarc/tree.h"

/// All derivations of a tree by a system that reorders words, as a lattice (Björkelund & Nivre
/// 2015): configurations, and the transitions between them after which the tree is still reachable.

namespace panarc {

struct LatticeOptions {
  /// Which derivations: those of kNdAll, or those of kNdSw, which never delay an arc.
  SwapOracle oracle = SwapOracle::kNdAll;
  /// Larger lattices are an error: the number of configurations can grow exponentially with the
  /// number of words.
  std::size_t most_configurations = 10'000;
};

struct LatticeConfiguration {
  std::vector<Node> stack;
  std::vector<Node> buffer;
  /// kNoHead if a word has none yet.
  Heads heads;
};

struct LatticeEdge {
  std::size_t from = 0;  ///< index of a configuration
  std::size_t to = 0;
  /// E.g. "SHIFT" or "LEFT"; "LEFT:nsubj" if the gold label is known.
  std::string transition;
  /// The static oracles whose derivation includes this transition.
  std::vector<SwapOracle> oracles;
};

struct DerivationLattice {
  /// In topological order: the first is initial, the last is final.
  std::vector<LatticeConfiguration> configurations;
  /// Ordered by the configuration they leave.
  std::vector<LatticeEdge> edges;
  /// The maximum also stands for all greater numbers.
  std::uint64_t derivations = 0;
  /// The number of swaps in a derivation.
  int min_swaps = 0;
  int max_swaps = 0;
};

/// The lattice of the tree that the query gives; its `after` must be empty. Throws Error if the
/// system does not reorder words, if the heads are not a tree that it can build, or if the lattice
/// is too large.
DerivationLattice derivation_lattice(const OracleQuery& query, const LatticeOptions& options = {});

}  // namespace panarc
