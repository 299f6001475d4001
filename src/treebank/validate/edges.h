#pragma once

#include <compare>
#include <cstddef>
#include <string_view>

#include "treebank/validate/rows.h"

namespace panarc::validation {

/// A relation in DEPS.
struct Edge {
  std::size_t dependent = 0;  ///< the number of its row
  /// The number of the row of the head, from 1; 0 is ROOT.
  std::size_t head_row = 0;
  RowId head;
  std::string_view text;  ///< `3:nsubj`
  std::string_view relation;

  /// Heads in the order in which DEPS lists them.
  [[nodiscard]] std::strong_ordering compare_heads(const Edge& other) const {
    const auto minor = [](const RowId& id) {
      return id.kind == RowKind::kEmptyNode ? id.second : 0;
    };
    if (const auto order = head.first <=> other.head.first; std::is_neq(order)) return order;
    return minor(head) <=> minor(other.head);
  }
};

}  // namespace panarc::validation
