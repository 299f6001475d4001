#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/interruption.h"
#include "panarc/choices.h"

namespace panarc {

/// The best way to attach the words of every span of a sentence to each other, for given values of
/// all arcs between words: the inside part of Eisner's dynamic program (1996).
///
/// Cubic time and quadratic space; the inner loops run over rows.
class SpanTable {
 public:
  using Value = std::int32_t;
  /// The value of the impossible; sums of a few of them do not overflow.
  static constexpr Value kNever = -(1 << 26);

  /// Resets the table. Every arc between two words must be set before `fill`.
  void reset(int words);
  void set_arc(Node head, Node dependent, Value value) {
    arcs_[at(head, dependent)] = arcs_to_[at(dependent, head)] = value;
  }
  /// Throws once the interruption is over.
  void fill(const Interruption& interruption = kNeverOver);

  /// Allocated size, in numbers.
  [[nodiscard]] std::size_t size() const { return kTables * arcs_.capacity(); }
  [[nodiscard]] Value arc(Node head, Node dependent) const { return arcs_[at(head, dependent)]; }

  /// The arcs from a word: [dependent].
  [[nodiscard]] const Value* arcs_from(Node head) const { return &arcs_[at(head, 0)]; }
  /// The arcs to a word: [head].
  [[nodiscard]] const Value* arcs_to(Node dependent) const { return &arcs_to_[at(dependent, 0)]; }

  /// Spans whose first word is an ancestor of the others: [last word].
  [[nodiscard]] const Value* headed_first(Node first) const { return &right_[at(first, 0)]; }
  /// Spans whose last word is an ancestor of the others: [last word].
  [[nodiscard]] const Value* headed_last(Node first) const { return &left_[at(first, 0)]; }
  /// An arc to a word from one to its right, with all words between attached to one of them:
  /// [head].
  [[nodiscard]] const Value* left_arc(Node dependent) const {
    return &open_left_rows_[at(dependent, 0)];
  }

 private:
  static constexpr std::size_t kTables = 9;

  [[nodiscard]] std::size_t at(int row, int column) const {
    return static_cast<std::size_t>(row) * stride_ + static_cast<std::size_t>(column);
  }
  void fill_span(Node left, Node right);

  int words_ = 0;
  std::size_t stride_ = 0;
  std::vector<Value> arcs_;     // by head, then dependent
  std::vector<Value> arcs_to_;  // by dependent, then head

  // Complete: all on that side of the head is its descendant; open: the arc between the two ends.
  // Each is stored in the orientation(s) in which loops run.
  std::vector<Value> right_;           // complete, head left:  [left][right]
  std::vector<Value> right_cols_;      // the same:             [right][left]
  std::vector<Value> left_;            // complete, head right: [left][right]
  std::vector<Value> left_cols_;       // the same:             [right][left]
  std::vector<Value> open_right_;      // arc left -> right:    [left][right]
  std::vector<Value> open_left_cols_;  // arc right -> left:    [right][left]
  std::vector<Value> open_left_rows_;  // the same:             [left][right]
};

/// best_sum() for long rows.
SpanTable::Value best_long_sum(const SpanTable::Value* a, const SpanTable::Value* b, int count);

/// max over i of a[i] + b[i], at least kNever.
inline SpanTable::Value best_sum(const SpanTable::Value* a, const SpanTable::Value* b, int count) {
  constexpr int kLong = 32;
  if (count >= kLong) return best_long_sum(a, b, count);
  SpanTable::Value best = SpanTable::kNever;
  for (int i = 0; i < count; ++i) best = std::max(best, a[i] + b[i]);
  return best;
}

}  // namespace panarc
