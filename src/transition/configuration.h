#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "panarc/choices.h"
#include "transition/system_options.h"
#include "transition/transition.h"

namespace panarc {

/// A configuration (stack, buffer, arcs) of any of the systems.
///
/// The stack grows to the right; in the list-based Covington system it is the list of words still
/// to be compared with the first word of the buffer. The buffer is an array with a moving front:
/// SWAP always finds the room that a SHIFT left. Copying reuses memory, without allocation once
/// sizes have been reached.
class Configuration {
 public:
  Configuration() = default;
  Configuration(int words, const SystemOptions& options) { reset(words, options); }

  /// Makes this the initial configuration: ROOT on the stack, or last in the buffer.
  void reset(int words, const SystemOptions& options);

  [[nodiscard]] int words() const { return words_; }
  [[nodiscard]] const SystemOptions& options() const { return options_; }
  [[nodiscard]] bool root_first() const { return options_.root == RootPosition::kFirst; }

  [[nodiscard]] std::span<const Node> stack() const { return stack_; }
  [[nodiscard]] std::span<const Node> buffer() const {
    return std::span(buffer_).subspan(static_cast<std::size_t>(front_));
  }
  [[nodiscard]] int stack_size() const { return static_cast<int>(stack_.size()); }
  [[nodiscard]] int buffer_size() const { return static_cast<int>(buffer_.size()) - front_; }
  [[nodiscard]] bool buffer_empty() const { return buffer_size() == 0; }

  /// Stack element `depth` from the top; it must exist.
  [[nodiscard]] Node stack(int depth) const {
    return stack_[stack_.size() - 1 - static_cast<std::size_t>(depth)];
  }
  [[nodiscard]] Node buffer(int index) const {
    return buffer_[static_cast<std::size_t>(front_) + static_cast<std::size_t>(index)];
  }
  [[nodiscard]] bool stack_has(int size) const { return stack_size() >= size; }
  /// The front of the buffer is a word (not ROOT).
  [[nodiscard]] bool front_is_word() const { return !buffer_empty() && buffer(0) != kRoot; }
  /// The top of the stack is a word (not ROOT).
  [[nodiscard]] bool top_is_word() const { return !stack_.empty() && stack(0) != kRoot; }

  /// All words are done: only ROOT is left, on the stack or in the buffer, where it began.
  [[nodiscard]] bool only_root_is_left() const {
    return root_first() ? buffer_empty() && stack_size() == 1
                        : buffer_size() == 1 && stack_.empty();
  }

  [[nodiscard]] bool in_stack(Node node) const { return place(node) == Place::kStack; }
  [[nodiscard]] bool in_buffer(Node node) const { return place(node) == Place::kBuffer; }

  [[nodiscard]] std::span<const Node> heads() const { return heads_; }
  [[nodiscard]] Node head(Node word) const { return heads_[static_cast<std::size_t>(word)]; }
  [[nodiscard]] Label label(Node word) const { return labels_[static_cast<std::size_t>(word)]; }
  [[nodiscard]] bool attached(Node word) const { return head(word) != kNoHead; }

  /// Words on the stack that have no head; ROOT does not count.
  [[nodiscard]] int unattached_on_stack() const { return unattached_on_stack_; }
  [[nodiscard]] int root_children() const { return root_children_; }
  /// No further arc from ROOT is allowed: single-root mode, and there is one.
  [[nodiscard]] bool root_is_full() const { return options_.single_root && root_children_ > 0; }

  /// The position of a node in the sentence: ROOT is at 0 or n+1.
  [[nodiscard]] int position(Node node) const {
    return node == kRoot && !root_first() ? words_ + 1 : node;
  }
  /// Whether the limits on arc length and on children of ROOT permit the arc.
  [[nodiscard]] bool may_add(Arc arc) const {
    return within_span(arc) && (arc.head != kRoot || !root_is_full());
  }
  [[nodiscard]] bool within_span(Arc arc) const;

  // The effects that make up transitions.
  void shift();
  void pop() { pop_at(0); }
  void pop_second() { pop_at(1); }
  /// Removes stack element `depth` from the top.
  void pop_at(int depth) { remove(static_cast<int>(stack_.size()) - 1 - depth); }
  void attach(Arc arc, Label label);
  void attach_and_pop(Arc arc, Label label) {
    attach(arc, label);
    pop();
  }
  void attach_and_shift(Arc arc, Label label) {
    attach(arc, label);
    shift();
  }
  /// Puts the second element of the stack back at the front of the buffer.
  void swap() { put_back(1); }
  /// Puts stack element `depth`, which was shifted, back at the front of the buffer.
  void put_back(int depth);
  /// Covington: moves the end of the left list to the right list.
  void step_left() { stack_.pop_back(); }
  /// Covington: all up to and including the front of the buffer becomes the left list.
  void shift_lists();

  friend bool operator==(const Configuration&, const Configuration&) = default;

  /// The position of the front in the buffer's array: SHIFT moves it forward, SWAP back.
  [[nodiscard]] int front() const { return front_; }

  // Copying from another configuration of the same sentence in time independent of its length, if
  // the differences are known.

  /// Copies stack and buffer, and whatever belongs to no single node. The stack may differ only
  /// from element `stack_kept` on, the buffer's array only in [buffer_begin, buffer_end).
  void copy_lists(const Configuration& from, int stack_kept, int buffer_begin, int buffer_end);
  /// Copies all that belongs to a node.
  void copy_node(const Configuration& from, Node node) {
    const auto index = static_cast<std::size_t>(node);
    heads_[index] = from.heads_[index];
    labels_[index] = from.labels_[index];
    places_[index] = from.places_[index];
  }

 private:
  enum class Place : std::uint8_t { kBuffer, kStack, kDone };

  [[nodiscard]] Place place(Node node) const { return places_[static_cast<std::size_t>(node)]; }
  void remove(int index);

  int words_ = 0;
  SystemOptions options_;
  int front_ = 0;
  int unattached_on_stack_ = 0;
  int root_children_ = 0;
  std::vector<Node> stack_;
  std::vector<Node> buffer_;
  std::vector<Node> heads_;
  std::vector<Label> labels_;
  std::vector<Place> places_;
};

}  // namespace panarc
