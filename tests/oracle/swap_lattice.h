#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oracle/swap_state.h"
#include "oracle/swap_state_table.h"

namespace panarc::swap_test {

/// The lattice of all derivations of a tree under a non-deterministic oracle (Björkelund & Nivre
/// 2015), built state by state: what finds its way through it without building it must agree with
/// it. States are numbered from 0, the initial one; there is one final state.
class SwapLattice {
 public:
  struct Edge {
    int from = 0;
    Action action = Action::kShift;
    int to = 0;
  };

  /// The heads must be a full tree. The lattice of a long sentence can be very large.
  SwapLattice(std::span<const Node> heads, SwapAmbiguity kept);

  [[nodiscard]] std::size_t states() const { return table_.size(); }
  /// By the state they leave, in topological order of these; those of a state in the order LEFT,
  /// RIGHT, SWAP, SHIFT.
  [[nodiscard]] std::span<const Edge> edges() const { return edges_; }
  [[nodiscard]] int final_state() const { return edges_.empty() ? 0 : edges_.back().to; }

  /// The number of derivations; the greatest 64-bit number stands for all that are greater.
  [[nodiscard]] std::uint64_t derivations() const { return derivations_; }
  [[nodiscard]] int min_swaps() const { return min_swaps_; }
  /// A derivation with the fewest swaps, and thus the fewest transitions: of several the first in
  /// the order LEFT, RIGHT, SWAP, SHIFT.
  [[nodiscard]] const std::vector<Action>& shortest() const { return shortest_; }

 private:
  void build(const SwapTree& tree, SwapAmbiguity kept);
  void sort_edges();
  void count_derivations();
  void find_shortest();

  SwapStateTable table_;
  std::vector<Edge> edges_;
  std::uint64_t derivations_ = 0;
  int min_swaps_ = 0;
  std::vector<Action> shortest_;
};

}  // namespace panarc::swap_test
