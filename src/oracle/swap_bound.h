#pragma once

#include <cstddef>
#include <vector>

#include "oracle/swap_state.h"

namespace panarc {

/// A lower bound on the number of swaps in any derivation from a state.
///
/// Take two arcs still to be built that cross in the order of stack and buffer. All four nodes stay
/// until one of the arcs is built; its nodes are then neighbours, so a node of one arc has been
/// swapped with a node of the other. Such pairs of arcs are picked greedily so that no two can
/// share a swap. Quadratic in sentence length.
class SwapBound {
 public:
  explicit SwapBound(const SwapTree& tree);

  /// Allocates nothing after the first call.
  int operator()(const SwapState& state);

 private:
  /// An arc between two positions in the order of stack and buffer.
  struct Span {
    int begin = 0;
    int end = 0;
  };

  void list_arcs(const SwapState& state);
  bool pick(Span first, Span second);
  [[nodiscard]] bool out_of_order(int before, int after) const;

  const SwapTree* tree_;
  std::vector<Node> order_;
  std::vector<int> position_;
  std::vector<Span> arcs_;
  /// The swaps, as pairs of positions, that the arcs picked so far may need.
  std::vector<bool> taken_;
  std::vector<std::size_t> marks_;
};

}  // namespace panarc
