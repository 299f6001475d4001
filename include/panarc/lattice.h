#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "panarc/choices.h"
#include "panarc/oracle.h"
#include "panarc/tree.h"

/// The derivations of a tree by a system that reorders words (Björkelund & Nivre 2015): all of
/// them, as a lattice of configurations and the transitions between them after which the tree is
/// still reachable; and how many swaps those of the static oracles have.

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

/// The results of the swap oracles for one tree (Björkelund & Nivre 2015, data set statistics).
struct SwapStatistics {
  /// Swaps in the derivation of each static oracle; all zero if the tree is projective.
  std::uint64_t eager = 0;
  std::uint64_t lazy = 0;
  std::uint64_t minimal = 0;
  /// False if the search for MINIMAL was given up; the number is then that of LAZY.
  bool minimal_exact = true;
  /// There is exactly one derivation: no spurious ambiguity.
  bool unique = false;

  [[nodiscard]] bool projective() const { return eager == 0; }
};

/// Nothing if the sentence is too long; throws Error if the heads are not a full tree.
std::optional<SwapStatistics> swap_statistics(std::span<const Node> heads);

/// Sums over the sentences of a treebank.
struct SwapTotals {
  std::uint64_t sentences = 0;
  std::uint64_t projective = 0;
  std::uint64_t unique = 0;
  std::uint64_t eager = 0;
  std::uint64_t lazy = 0;
  std::uint64_t minimal = 0;
  /// Sentences for which MINIMAL is only an upper bound.
  std::uint64_t inexact = 0;
  /// Sentences too long to be counted; they are in none of the other figures.
  std::uint64_t too_long = 0;

  void add(const std::optional<SwapStatistics>& sentence);
  void add(const SwapTotals& other);
};

}  // namespace panarc
