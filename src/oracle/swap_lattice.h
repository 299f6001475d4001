#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "oracle/swap_state.h"
#include "oracle/swap_state_table.h"

namespace panarc {

/// The lattice of all derivations of a tree under a non-deterministic oracle (Björkelund & Nivre
/// 2015), built state by state. Code that finds its way without building it must agree with it.
/// States are numbered from 0, the initial one; there is one final state.
class SwapLattice {
 public:
  struct Edge {
    int from = 0;
    Action action = Action::kShift;
    int to = 0;
  };

  /// Throws Error if the heads are not a full tree, or if there are more states than allowed: in a
  /// long sentence there can be very many.
  SwapLattice(std::span<const Node> heads, SwapAmbiguity kept,
              std::size_t most_states = std::numeric_limits<std::size_t>::max());

  [[nodiscard]] const SwapTree& tree() const { return tree_; }
  [[nodiscard]] std::size_t states() const { return table_.size(); }
  /// The lattice must outlive it.
  [[nodiscard]] SwapState state(int number) const;
  /// Ordered by the state they leave, in topological order; those of a state in the order LEFT,
  /// RIGHT, SWAP, SHIFT. As far as possible, what follows the first of them comes before what
  /// follows the next.
  [[nodiscard]] std::span<const Edge> edges() const { return edges_; }
  [[nodiscard]] int final_state() const { return edges_.empty() ? 0 : edges_.back().to; }

  /// The number of derivations; the maximum also stands for all greater numbers.
  [[nodiscard]] std::uint64_t derivations() const { return derivations_; }
  [[nodiscard]] int min_swaps() const { return min_swaps_; }
  [[nodiscard]] int max_swaps() const { return max_swaps_; }
  /// A derivation with the fewest swaps, and thus the fewest transitions; if there are several, the
  /// first in the order LEFT, RIGHT, SWAP, SHIFT.
  [[nodiscard]] const std::vector<Action>& shortest() const { return shortest_; }

 private:
  void build(SwapAmbiguity kept, std::size_t most_states);
  void sort_edges();
  void count_derivations();
  void count_most_swaps();
  void find_shortest();

  SwapTree tree_;
  SwapStateTable table_;
  std::vector<Edge> edges_;
  std::uint64_t derivations_ = 0;
  int min_swaps_ = 0;
  int max_swaps_ = 0;
  std::vector<Action> shortest_;
};

}  // namespace panarc
