#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "oracle/span_table.h"
#include "panarc/choices.h"

namespace panarc {

/// The best completions of the configurations of one sentence in a projective system, for given arc
/// values.
///
/// Two things are shared between configurations. Spans of words in the buffer are the same in all
/// of them, since the buffer is always the end of the sentence (SpanTable). And how best to empty a
/// stack depends only on where the buffer begins when its top is reached. So each stack has one row
/// of values, indexed by the front of the buffer, which follows from the row of the stack below its
/// top: stacks form a tree, in which SHIFT adds a child and popping returns to the parent (as in a
/// graph-structured stack). A row takes time quadratic in what follows the top, and each is
/// computed once.
///
/// The two families of systems differ in the step from one row to the next: see fill_neighbours and
/// fill_bottom_up.
class CompletionTable {
 public:
  using Value = SpanTable::Value;
  static constexpr Value kNever = SpanTable::kNever;

  enum class RootChildren : std::uint8_t { kAny, kAtMostOne, kExactlyOne };

  struct Shape {
    int words = 0;
    RootPosition root = RootPosition::kLast;
    RootChildren root_children = RootChildren::kAny;
    /// Arcs join the two top elements of the stack (arc-standard); otherwise, a word on the stack
    /// gets its head from its neighbour below or from the buffer.
    bool bottom_up = false;
  };

  /// Resets the table. Every arc must be set before `fill`.
  void reset(const Shape& shape);
  void set_arc(Node head, Node dependent, Value value);
  /// The value of making a word a child of ROOT, counted among ROOT's children or not (a word left
  /// without a head may be below ROOT uncounted); kNever if impossible.
  void set_root_arc(Node dependent, Value counted, Value uncounted);
  /// Takes cubic time, unless it is over before.
  void fill(const Interruption& interruption = kNeverOver);

  /// How a word on the stack can get its head; for systems that are not bottom-up.
  struct Below {
    /// The arc from the element below, which is lost if the word is popped in another way.
    Value arc = kNever;
    /// The arc from ROOT, if that is the element below, not counted among the children of ROOT.
    Value uncounted = kNever;
    /// The word may get a head from the buffer.
    bool takes_head = true;
  };

  /// Follows a stack from its bottom, without ROOT. Words with the same `kind` at the same place
  /// must have the same `below`.
  void start();
  template <class MakeBelow>
  void climb(Node word, std::uint8_t kind, MakeBelow&& below) {
    const std::uint64_t key = key_of(top(), word, kind);
    if (depth_ == path_.size() || path_[depth_].key != key) {
      path_.resize(depth_);
      const auto known = children_.find(key);
      const int stack = known != children_.end() ? known->second : add(top(), word, key, below());
      path_.push_back({key, stack});
    }
    ++depth_;
  }

  /// The value of the best completion of the stack followed last. The buffer begins at `front` (the
  /// number of words plus 1 if it is empty). With `full`, there is a child of ROOT that is not on
  /// the stack, and no other may be added.
  [[nodiscard]] Value completion(Node front, bool full) const;
  /// The completion with ROOT, from the end of the sentence, on top of the stack.
  [[nodiscard]] Value completion_below_root() const;

  /// Allocated size, in numbers.
  [[nodiscard]] std::size_t size() const { return spans_.size() + values_.capacity(); }
  /// How many pairs of numbers were added up for the rows of stacks.
  [[nodiscard]] std::uint64_t sums() const { return sums_; }

 private:
  static constexpr int kNoStack = -1;
  static constexpr int kBottom = 0;

  /// A stack: the one below its top, the top, and the start of its rows.
  struct Stack {
    int below = kNoStack;
    Node top = kRoot;
    std::size_t first = 0;
  };
  struct Step {
    std::uint64_t key;
    int stack;
  };

  static std::uint64_t key_of(int below, Node word, std::uint8_t kind) {
    return (static_cast<std::uint64_t>(below) << 32U) | (static_cast<std::uint64_t>(word) << 8U) |
           kind;
  }
  [[nodiscard]] int top() const { return depth_ == 0 ? kBottom : path_[depth_ - 1].stack; }
  [[nodiscard]] const Stack& at(int stack) const {
    return stacks_[static_cast<std::size_t>(stack)];
  }
  /// ROOT's children are counted up to 1, or not at all.
  [[nodiscard]] int layers() const { return shape_.root_children == RootChildren::kAny ? 1 : 2; }
  [[nodiscard]] bool root_last() const { return shape_.root == RootPosition::kLast; }
  /// Behind the last word.
  [[nodiscard]] Node end() const { return shape_.words + 1; }

  /// The number of rows of a stack, and the start of a row, indexed by words behind the top.
  [[nodiscard]] std::size_t row_count() const;
  [[nodiscard]] std::size_t row_start(int stack, int number) const;
  /// By layer and front of the buffer: the value of the best completion.
  [[nodiscard]] Value* best(int stack, int layer) { return &values_[row_start(stack, layer)]; }
  [[nodiscard]] const Value* best(int stack, int layer) const {
    return &values_[row_start(stack, layer)];
  }
  /// Bottom-up, by layer and word (ROOT behind the last one): the same, after that word, with its
  /// left descendants, has come to the top of the stack.
  [[nodiscard]] Value* topped(int stack, int layer) {
    return &values_[row_start(stack, layers() + layer)];
  }

  template <class Rest>
  [[nodiscard]] Value with_root_arc(Value counted, Value uncounted, int layer, Rest&& rest) const;

  int make_stack(int below, Node word);
  void forget_stacks();
  int add(int below, Node word, std::uint64_t key, const Below& how);
  int add_bottom_up(int below, Node word);
  /// An arc between the two is worth nothing, whichever is the head.
  [[nodiscard]] bool indifferent(Node word, Node other) const;
  [[nodiscard]] bool is_of_use(int stack, Node above, Node word) const;
  [[nodiscard]] bool is_inert(int below, Node word) const;
  void fill_bottom(int layer);
  [[nodiscard]] Node last_of_use(int stack, const Below& how) const;
  void fill_neighbours(int stack, const Below& how);
  void fill_bottom_up(int stack, int lower);

  Shape shape_;
  SpanTable spans_;
  std::vector<Value> counted_;
  std::vector<Value> uncounted_;
  bool negative_ = false;
  /// By layer and word: the word with its right descendants, and the rest below ROOT.
  std::array<std::vector<Value>, 2> before_roots_;

  std::vector<Stack> stacks_;
  std::vector<Value> values_;
  std::unordered_map<std::uint64_t, int> children_;
  std::vector<Step> path_;
  std::size_t depth_ = 0;
  std::uint64_t sums_ = 0;
  std::array<std::vector<Value>, 2> met_;  // by layer and word of the buffer: memory to reuse
};

}  // namespace panarc
