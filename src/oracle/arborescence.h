#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "panarc/choices.h"

namespace panarc {

/// The best tree over all nodes of a sentence, projective or not, for given arc values (Chu & Liu
/// 1965; Edmonds 1967). Quadratic time.
class Arborescence {
 public:
  using Value = std::int32_t;
  static constexpr Value kNever = -(1 << 26);

  /// Resets to no possible arc.
  void reset(int words);
  [[nodiscard]] Value& arc(Node head, Node dependent) {
    return values_[static_cast<std::size_t>(dependent) * stride_ + static_cast<std::size_t>(head)];
  }

  /// The value of the best tree below ROOT. There must be one.
  [[nodiscard]] Value best();

 private:
  [[nodiscard]] Node best_head(Node dependent) const;
  [[nodiscard]] bool find_cycle();
  void contract();

  std::size_t stride_ = 0;
  std::vector<Value> values_;  // by dependent, then head
  std::vector<Node> alive_;
  std::vector<Node> heads_;
  std::vector<int> seen_;
  std::vector<Node> cycle_;
  std::vector<char> in_cycle_;
};

}  // namespace panarc
