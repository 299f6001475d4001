#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "panarc/choices.h"

namespace panarc::test {

/// The best projective tree over a sequence of words and ROOT, for given values of all arcs: the
/// dynamic program of Eisner (1996), with what a configuration still allows told by the values.
///
/// The sequence is what is on the stack and in the buffer: nothing else can get or be a head.
/// Time grows with the cube of its length, room with the square; the inner loops run over rows.
class PlainTable {
 public:
  using Value = std::int32_t;
  /// The value of what is impossible; sums of a few of them do not overflow.
  static constexpr Value kNever = -(1 << 26);

  enum class RootChildren : std::uint8_t { kAny, kAtMostOne, kExactlyOne };

  struct Shape {
    int words = 0;
    RootPosition root = RootPosition::kLast;
    RootChildren root_children = RootChildren::kAny;
    /// Arc-standard: arcs join the two top elements of the stack. The top is element `top`
    /// (`words` if ROOT itself is on top); see best() for what follows.
    bool bottom_up = false;
    int top = -1;
  };

  /// Starts anew: no arc is possible.
  void reset(const Shape& shape);

  /// The value of the arc between two elements of the sequence.
  [[nodiscard]] Value& arc(int head, int dependent) { return values_[at(head, dependent)]; }
  /// The value of making an element a child of ROOT, counted among ROOT's children or not (a word
  /// that is left without a head may stand below ROOT uncounted).
  [[nodiscard]] Value& root_arc(int dependent) {
    return root_[static_cast<std::size_t>(dependent)];
  }
  [[nodiscard]] Value& uncounted_root_arc(int dependent) {
    return uncounted_[static_cast<std::size_t>(dependent)];
  }

  /// The value of the best tree; kNever or less if there is none.
  [[nodiscard]] Value best();

 private:
  [[nodiscard]] std::size_t at(int row, int column) const {
    return static_cast<std::size_t>(row) * stride_ + static_cast<std::size_t>(column);
  }
  void fill();
  void fill_span(int left, int right);
  [[nodiscard]] Value best_with_root_first();
  [[nodiscard]] Value best_with_root_last();
  [[nodiscard]] Value finish(Value none, Value one) const;

  Shape shape_;
  std::size_t stride_ = 0;
  std::vector<Value> values_;
  std::vector<Value> root_;
  std::vector<Value> uncounted_;

  // Spans of Eisner's algorithm. Complete: all on that side of the head is its descendant; open:
  // the arc between the two ends. Each is kept in the orientation(s) that its loops run along.
  std::vector<Value> right_;       // complete, head left:  [left][right]
  std::vector<Value> right_cols_;  // the same:             [right][left]
  std::vector<Value> left_;        // complete, head right: [left][right]
  std::vector<Value> left_cols_;   // the same:             [right][left]
  std::vector<Value> open_right_;  // arc left -> right:    [left][right]
  std::vector<Value> open_left_;   // arc right -> left:    [right][left]
  std::vector<Value> chain_;
};

}  // namespace panarc::test
