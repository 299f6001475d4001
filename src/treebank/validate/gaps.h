#pragma once

#include <algorithm>
#include <vector>

#include "treebank/projectivity.h"
#include "treebank/validate/words.h"

namespace panarc::validation {

/// The arcs of a tree that are not projective, and which words they have in their gaps.
class Gaps {
 public:
  explicit Gaps(const TreeWords& words) : order_(projective_order(words.heads())) {
    // A projective tree, as most are, has none; this is the order of its words.
    if (std::ranges::is_sorted(order_.order)) return;
    const std::vector<bool> projective = projective_arcs(words.heads());
    for (const TreeWord& word : words.all()) {
      if (!projective[index_of(word.number)]) arcs_.push_back(&word);
    }
  }

  [[nodiscard]] bool has_gap(const TreeWord& word) const {
    return std::ranges::binary_search(arcs_, &word);
  }

  /// The first word whose arc has `word` in its gap, but not the head of `word`, which would be to
  /// blame otherwise.
  [[nodiscard]] const TreeWord* around(const TreeWord& word) const {
    for (const TreeWord* const arc : arcs_) {
      const auto [left, right] = std::minmax(arc->number, arc->head);
      if (word.number <= left || word.number >= right || dominates(arc->head, word.number)) {
        continue;
      }
      if (word.head < word.number ? left > word.head : right < word.head) return arc;
    }
    return nullptr;
  }

 private:
  [[nodiscard]] bool dominates(Node node, Node word) const {
    const Node rank = order_.rank[index_of(word)];
    return order_.first[index_of(node)] <= rank && rank <= order_.last[index_of(node)];
  }

  ProjectiveOrder order_;
  std::vector<const TreeWord*> arcs_;  // their dependents, in order
};

}  // namespace panarc::validation
