#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "panarc/choices.h"
#include "panarc/constraint.h"

namespace panarc {

/// A configuration, given by the transitions that lead to it, and a gold annotation.
struct OracleQuery {
  std::string system;
  /// Default: last, or first for systems that allow nothing else.
  std::optional<RootPosition> root;
  bool single_root = false;
  /// The longest arc; for span systems only.
  int span = 0;
  /// Empty heads need not be reproduced (partial systems).
  bool constraints = false;
  /// What is known about each word; element 0 is unused.
  std::vector<KnownWord> words;
  /// Transitions from the initial configuration, e.g. "SHIFT", "LEFT", "LEFT:nsubj".
  std::vector<std::string> after;
};

/// Sets the allowed labels of every word, one list per word; an empty span means none are known.
/// Throws Error if the number of lists is wrong.
void set_labels(std::vector<KnownWord>& words, std::span<const std::vector<std::string>> labels);

struct OracleAnswer {
  bool final = false;
  std::vector<Node> stack;
  std::vector<Node> buffer;
  /// kNoHead if a word has none.
  Heads heads;
  /// The legal transitions with their costs, in transition order. With gold labels, transitions
  /// that add an arc are listed with each label that occurs.
  std::vector<std::pair<std::string, int>> costs;
  /// False if a cost is not proved: only in long sentences, for systems without a dynamic program.
  bool exact = true;
};

/// Legal transitions and their exact costs, for any system. Keeps its tables between queries, so
/// that each is cheap; do not share between threads.
class OracleService {
 public:
  OracleService();
  ~OracleService();
  OracleService(OracleService&&) noexcept;
  OracleService& operator=(OracleService&&) noexcept;
  OracleService(const OracleService&) = delete;
  OracleService& operator=(const OracleService&) = delete;

  /// Throws Error if the query makes no sense: an unknown system, a head out of range, a transition
  /// that is not legal where it is applied.
  OracleAnswer answer(const OracleQuery& query);

 private:
  struct Oracles;
  std::unique_ptr<Oracles> oracles_;
};

// The derivations of a tree by a system that reorders words (Björkelund & Nivre 2015): all of
// them, as a lattice of configurations and the transitions between them after which the tree is
// still reachable; and how many swaps those of the static oracles have.

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

struct VerifyOptions {
  int max_length = 5;
  /// Number of gold annotations of each kind per length; all, if there are no more than this.
  std::uint64_t golds = 500;
  std::uint64_t seed = 1;
};

/// What was compared for a system, and the first difference.
struct VerifyReport {
  std::string system;
  std::uint64_t configurations = 0;
  std::uint64_t transitions = 0;
  std::uint64_t golds = 0;
  std::uint64_t comparisons = 0;
  /// A full description; empty if the costs agree everywhere.
  std::optional<std::string> counter_example;
};

/// Compares the costs of the named system with exhaustive search. Throws Error if there is no such
/// system.
VerifyReport verify_system(std::string_view name, const VerifyOptions& options = {});

}  // namespace panarc
