#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "oracle/swap_minimal.h"
#include "panarc/tree.h"

namespace panarc {

/// Longer sentences are not counted: derivations grow quadratically.
inline constexpr int kMaxSwapWords = 5000;

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
std::optional<SwapStatistics> swap_statistics(std::span<const Node> heads,
                                              std::size_t state_limit = kSwapStateLimit);

/// SwapStatistics summed over the sentences of a treebank.
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
