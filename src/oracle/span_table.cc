#include "oracle/span_table.h"

#include "base/clones.h"
#include "oracle/limits.h"

namespace panarc {

void SpanTable::reset(int words) {
  check_room_for_pairs(words);
  words_ = words;
  stride_ = static_cast<std::size_t>(words) + 1;
  const std::size_t cells = stride_ * stride_;
  for (auto* table : {&arcs_, &arcs_to_, &right_, &right_cols_, &left_, &left_cols_, &open_right_,
                      &open_left_cols_, &open_left_rows_}) {
    table->resize(cells);
  }
}

void SpanTable::fill(const Interruption& interruption) {
  for (Node word = 1; word <= words_; ++word) {
    right_[at(word, word)] = right_cols_[at(word, word)] = 0;
    left_[at(word, word)] = left_cols_[at(word, word)] = 0;
  }
  for (int length = 1; length < words_; ++length) {
    interruption.throw_if_over();
    for (Node left = 1; left + length <= words_; ++left) fill_span(left, left + length);
  }
}

void SpanTable::fill_span(Node left, Node right) {
  const int count = right - left;
  // The words between two ends belong to either: [left..split] and [split+1..right].
  const Value joined = best_sum(&right_[at(left, left)], &left_cols_[at(right, left + 1)], count);
  const Value open_left = joined + arc(right, left);
  open_right_[at(left, right)] = joined + arc(left, right);
  open_left_cols_[at(right, left)] = open_left_rows_[at(left, right)] = open_left;

  right_[at(left, right)] = right_cols_[at(right, left)] =
      best_sum(&open_right_[at(left, left + 1)], &right_cols_[at(right, left + 1)], count);
  left_[at(left, right)] = left_cols_[at(right, left)] = std::max(
      open_left,
      best_sum(&left_[at(left, left + 1)], &open_left_cols_[at(right, left + 1)], count - 1));
}

PANARC_CLONES SpanTable::Value best_long_sum(const SpanTable::Value* a, const SpanTable::Value* b,
                                             int count) {
  SpanTable::Value best = SpanTable::kNever;
  for (int i = 0; i < count; ++i) {
    const SpanTable::Value sum = a[i] + b[i];
    best = sum > best ? sum : best;
  }
  return best;
}

}  // namespace panarc
