#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "transition/transition.h"

namespace panarc {

/// Derivations that share their beginnings: each is a last transition after a shorter one.
class DerivationTree {
 public:
  using Index = std::uint32_t;
  /// The derivation without transitions.
  static constexpr Index kStart = 0;

  DerivationTree() { clear(); }

  void clear() { nodes_.assign(1, {}); }

  Index add(Index before, Transition transition) {
    nodes_.push_back({before, transition});
    return static_cast<Index>(nodes_.size() - 1);
  }

  /// The transitions of a derivation, from the first.
  void read(Index derivation, std::vector<Transition>& transitions) const {
    transitions.clear();
    for (Index at = derivation; at != kStart; at = nodes_[at].before) {
      transitions.push_back(nodes_[at].transition);
    }
    std::reverse(transitions.begin(), transitions.end());
  }

 private:
  struct Node {
    Index before = kStart;
    Transition transition;
  };
  std::vector<Node> nodes_;
};

}  // namespace panarc
