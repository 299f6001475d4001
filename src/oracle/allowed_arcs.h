#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oracle/gold.h"

namespace panarc {

/// All arcs to the words that have a choice of heads, as an annotation with several heads per word.
/// With it, closed forms count the allowed arcs that a transition makes impossible.
class AllowedArcs {
 public:
  /// The annotation must outlive its use. Reuses memory.
  void set(const Gold& gold) {
    gold_ = &gold;
    first_child_.assign(static_cast<std::size_t>(gold.words()) + 2, 0);
    for_each_arc([&](Node head, Node /*word*/) { ++first_child_[index(head) + 1]; });
    for (std::size_t node = 1; node < first_child_.size(); ++node) {
      first_child_[node] += first_child_[node - 1];
    }
    children_.resize(first_child_.back());
    next_.assign(first_child_.begin(), first_child_.end());
    for_each_arc([&](Node head, Node word) { children_[next_[index(head)]++] = word; });
  }

  [[nodiscard]] std::span<const Node> heads(Node word) const { return gold_->heads(word); }
  [[nodiscard]] std::span<const Node> children(Node node) const {
    const std::uint32_t first = first_child_[index(node)];
    return std::span(children_).subspan(first, first_child_[index(node) + 1] - first);
  }
  [[nodiscard]] static int none_value(Node /*word*/) { return 0; }

 private:
  static std::size_t index(Node node) { return static_cast<std::size_t>(node); }

  template <class Visit>
  void for_each_arc(Visit&& visit) const {
    for (Node word = 1; word <= gold_->words(); ++word) {
      for (const Node head : gold_->heads(word)) visit(head, word);
    }
  }

  const Gold* gold_ = nullptr;
  std::vector<std::uint32_t> first_child_;
  std::vector<std::uint32_t> next_;
  std::vector<Node> children_;
};

}  // namespace panarc
