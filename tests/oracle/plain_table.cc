#include "oracle/plain_table.h"

#include <algorithm>

namespace panarc::test {

namespace {

using Value = PlainTable::Value;

/// max over i of a[i] + b[i].
Value best_sum(const Value* a, const Value* b, int count) {
  Value best = PlainTable::kNever;
  for (int i = 0; i < count; ++i) best = std::max(best, a[i] + b[i]);
  return best;
}

}  // namespace

void PlainTable::reset(const Shape& shape) {
  shape_ = shape;
  stride_ = static_cast<std::size_t>(shape.words) + 1;
  const std::size_t cells = stride_ * stride_;
  values_.assign(cells, kNever);
  root_.assign(stride_, kNever);
  uncounted_.assign(stride_, kNever);
  if (right_.size() < cells) {
    for (auto* table : {&right_, &right_cols_, &left_, &left_cols_, &open_right_, &open_left_}) {
      table->resize(cells);
    }
  }
}

PlainTable::Value PlainTable::best() {
  if (shape_.words == 0) return 0;
  fill();
  return shape_.root == RootPosition::kFirst ? best_with_root_first() : best_with_root_last();
}

void PlainTable::fill() {
  for (int i = 0; i < shape_.words; ++i) {
    right_[at(i, i)] = right_cols_[at(i, i)] = left_[at(i, i)] = left_cols_[at(i, i)] = 0;
  }
  for (int length = 1; length < shape_.words; ++length) {
    for (int left = 0; left + length < shape_.words; ++left) fill_span(left, left + length);
  }
}

// In arc-standard an arc is made between the two top elements of the stack. So, of the elements
// that are on the stack now:
// - one becomes a right child only when all above it are its descendants (its span reaches the
// top);
// - one that takes left children must be on top by then: all above it are its descendants too.
// A right child on the stack thus closes a span only at or beyond the top; and in a left arc to an
// element of the stack that has left children, the split must lie at or beyond the top.
void PlainTable::fill_span(int left, int right) {
  const int count = right - left;
  // The words between two ends belong to either: [left..split] and [split+1..right].
  const Value* const from_left = &right_[at(left, left)];
  const Value* const from_right = &left_cols_[at(right, left + 1)];
  const Value joined = best_sum(from_left, from_right, count);
  open_right_[at(left, right)] = joined + arc(left, right);
  const Value open_left = joined + arc(right, left);

  Value open_left_of_parent = open_left;
  if (shape_.bottom_up && left < shape_.top) {
    const int skip = shape_.top - left;
    open_left_of_parent =
        skip < count
            ? best_sum(from_left + skip, from_right + skip, count - skip) + arc(right, left)
            : kNever;
  }
  open_left_[at(right, left)] = open_left_of_parent;

  Value complete_right = kNever;
  if (!shape_.bottom_up || left >= shape_.top || right >= shape_.top) {
    complete_right =
        best_sum(&open_right_[at(left, left + 1)], &right_cols_[at(right, left + 1)], count);
  }
  right_[at(left, right)] = right_cols_[at(right, left)] = complete_right;

  const Value complete_left = std::max(
      open_left, best_sum(&left_[at(left, left + 1)], &open_left_[at(right, left + 1)], count - 1));
  left_[at(left, right)] = left_cols_[at(right, left)] = complete_left;
}

// ROOT is the head of everything to its right: its chain of children, from left to right, is built
// like one more row of the table, once for each number of counted children (none, one).
PlainTable::Value PlainTable::best_with_root_first() {
  const int words = shape_.words;
  const bool counted = shape_.root_children != RootChildren::kAny;
  // done[c][i]: ROOT with the first i words below it, c children counted.
  chain_.assign(stride_ * 4, kNever);
  Value* const done[2] = {&chain_[0], &chain_[stride_]};
  Value* const open[2] = {&chain_[2 * stride_], &chain_[3 * stride_]};
  done[0][0] = 0;
  for (int end = 0; end < words; ++end) {
    const Value none = best_sum(done[0], &left_cols_[at(end, 0)], end + 1);
    const Value one = best_sum(done[1], &left_cols_[at(end, 0)], end + 1);
    const auto child = static_cast<std::size_t>(end);
    open[0][end] = none + std::max(uncounted_[child], counted ? kNever : root_[child]);
    open[1][end] = std::max(one + uncounted_[child], counted ? none + root_[child] : kNever);
    const bool closes = !shape_.bottom_up || end >= shape_.top;
    for (int c = 0; c < 2; ++c) {
      done[c][end + 1] = closes ? best_sum(open[c], &right_cols_[at(end, 0)], end + 1) : kNever;
    }
  }
  return finish(done[0][words], done[1][words]);
}

PlainTable::Value PlainTable::best_with_root_last() {
  const int words = shape_.words;
  const bool counted = shape_.root_children != RootChildren::kAny;
  // done[c][i]: ROOT with the words from i on below it, c children counted.
  chain_.assign(stride_ * 4, kNever);
  Value* const done[2] = {&chain_[0], &chain_[stride_]};
  Value* const open[2] = {&chain_[2 * stride_], &chain_[3 * stride_]};
  done[0][words] = 0;
  for (int begin = words - 1; begin >= 0; --begin) {
    const auto child = static_cast<std::size_t>(begin);
    const auto join = [&](int split) {
      const int count = words - split;
      const Value none = best_sum(&right_[at(begin, split)], done[0] + split + 1, count);
      const Value one = best_sum(&right_[at(begin, split)], done[1] + split + 1, count);
      return std::pair(none + std::max(uncounted_[child], counted ? kNever : root_[child]),
                       std::max(one + uncounted_[child], counted ? none + root_[child] : kNever));
    };
    // As an element without left children it may stand anywhere on the stack; as one with left
    // children it must be able to come to the top.
    const auto alone = join(begin);
    done[0][begin] = alone.first;
    done[1][begin] = alone.second;
    const bool below_top = shape_.bottom_up && begin < shape_.top;
    const auto parent = !below_top           ? alone
                        : shape_.top < words ? join(shape_.top)
                                             : std::pair(kNever, kNever);
    open[0][begin] = parent.first;
    open[1][begin] = parent.second;
    for (int c = 0; c < 2; ++c) {
      done[c][begin] = std::max(done[c][begin], best_sum(&left_[at(begin, begin + 1)],
                                                         open[c] + begin + 1, words - begin - 1));
    }
  }
  return finish(done[0][0], done[1][0]);
}

PlainTable::Value PlainTable::finish(Value none, Value one) const {
  switch (shape_.root_children) {
    case RootChildren::kAny:
      return none;
    case RootChildren::kAtMostOne:
      return std::max(none, one);
    case RootChildren::kExactlyOne:
      return one;
  }
  return kNever;
}

}  // namespace panarc::test
