#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace panarc {

/// Derivations with shared prefixes: each is a shorter one plus a last step.
template <class Step>
class DerivationTree {
 public:
  using Index = std::uint32_t;
  /// The derivation without steps.
  static constexpr Index kStart = 0;

  DerivationTree() { clear(); }

  void clear() { nodes_.assign(1, {}); }

  Index add(Index before, const Step& step) {
    nodes_.push_back({before, step});
    return static_cast<Index>(nodes_.size() - 1);
  }

  /// The steps of a derivation, in order.
  [[nodiscard]] std::vector<Step> read(Index derivation) const {
    std::vector<Step> steps;
    for (Index at = derivation; at != kStart; at = nodes_[at].before) {
      steps.push_back(nodes_[at].step);
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
  }

 private:
  struct Node {
    Index before = kStart;
    Step step{};
  };
  std::vector<Node> nodes_;
};

}  // namespace panarc
