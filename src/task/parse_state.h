#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "task/transition_classes.h"
#include "transition/system.h"

namespace panarc {

/// What features ask about the dependents of a node. "Outermost" is farthest from the node.
struct DependentsOnSide {
  Node outermost = kNoHead;
  Node second = kNoHead;
  std::uint32_t count = 0;
  /// The set of their relations, by number modulo 64.
  std::uint64_t labels = 0;

  friend bool operator==(const DependentsOnSide&, const DependentsOnSide&) = default;
};

/// A configuration with what features need besides: the dependents of every node so far, the tags
/// of words if these are chosen, and the last actions. Choosing a tag does not count as one.
///
/// Copying reuses memory, without allocation once sizes have been reached. The hypotheses of a beam
/// share all but their last transitions. In long sentences a state remembers what its last
/// transitions have touched, and copying from another state of the same search takes time that
/// depends on where the two diverged, not on the length of the sentence. A moved-from state belongs
/// to no search.
class ParseState {
 public:
  static constexpr std::size_t kHistory = 4;
  /// Shorter sentences are copied as a whole, which is as fast.
  static constexpr int kLongSentence = 128;

  ParseState() = default;
  ParseState(int words, const SystemOptions& options, TagTime tag_time = TagTime::kNever) {
    reset(words, options, tag_time);
  }
  ParseState(const ParseState&) = default;
  ParseState(ParseState&& other) noexcept
      : configuration_(std::move(other.configuration_)),
        sides_(std::move(other.sides_)),
        history_(other.history_),
        tag_time_(other.tag_time_),
        tags_(std::move(other.tags_)),
        tagged_(other.tagged_),
        origin_(std::exchange(other.origin_, 0)),
        steps_(std::move(other.steps_)),
        forgotten_(other.forgotten_) {}
  ParseState& operator=(const ParseState& other) {
    if (!is_of_same_search(other) || !copy_difference(other)) copy_all(other);
    return *this;
  }
  ParseState& operator=(ParseState&& other) noexcept {
    configuration_ = std::move(other.configuration_);
    sides_ = std::move(other.sides_);
    history_ = other.history_;
    tag_time_ = other.tag_time_;
    tags_ = std::move(other.tags_);
    tagged_ = other.tagged_;
    origin_ = std::exchange(other.origin_, 0);
    steps_ = std::move(other.steps_);
    forgotten_ = other.forgotten_;
    return *this;
  }
  ~ParseState() = default;

  void reset(int words, const SystemOptions& options, TagTime tag_time = TagTime::kNever);

  [[nodiscard]] const Configuration& configuration() const { return configuration_; }
  [[nodiscard]] const DependentsOnSide& left(Node node) const {
    return sides_[2 * static_cast<std::size_t>(node)];
  }
  [[nodiscard]] const DependentsOnSide& right(Node node) const {
    return sides_[2 * static_cast<std::size_t>(node) + 1];
  }
  /// How many steps the two have in common, in long sentences: the more, the less there is to copy.
  /// 0 if they diverged too long ago to know.
  [[nodiscard]] std::size_t shared_steps(const ParseState& other) const;
  /// 1 + the action taken `steps` ago (1: the last one), or 0 if there was none.
  [[nodiscard]] int history(std::size_t steps) const { return history_[steps - 1]; }

  /// The word whose tag must be chosen before anything else is done; kNoHead if there is none.
  [[nodiscard]] Node word_to_tag() const {
    return tag_time_ == TagTime::kNever ? kNoHead : untagged_word();
  }
  /// The number of the tag chosen for a word; kNoLabel if there is none.
  [[nodiscard]] Label tag(Node word) const { return tags_[static_cast<std::size_t>(word)]; }
  [[nodiscard]] TagTime tag_time() const { return tag_time_; }
  /// How many words have a tag.
  [[nodiscard]] std::size_t tagged() const { return tagged_; }
  /// Chooses the tag of word_to_tag().
  void set_tag(Label tag);

  /// Takes a legal transition.
  template <TransitionSystem S>
  void advance(Transition transition) {
    const auto arc = added_arc<S>(configuration_, transition.action);
    const Node old_head = arc ? configuration_.head(arc->dependent) : kNoHead;
    if (origin_ != 0) begin_step(old_head);
    apply<S>(configuration_, transition);
    if (origin_ != 0) end_step();
    if (arc) attach(*arc, transition.label, old_head);
    for (std::size_t i = kHistory - 1; i > 0; --i) history_[i] = history_[i - 1];
    history_[0] = static_cast<std::uint8_t>(static_cast<int>(transition.action) + 1);
  }

 private:
  /// What a transition may have changed: these nodes, the stack from an element on, and a part of
  /// the buffer's array.
  struct Step {
    std::uint64_t serial = 0;  // unique among all steps of all states
    std::array<Node, 4> nodes{};
    int stack_kept = 0;
    int buffer_begin = 0;
    int buffer_end = 0;
  };
  /// How many of the last steps to remember: at least this many, and up to twice as many.
  static constexpr std::size_t kSteps = 1024;

  [[nodiscard]] Node untagged_word() const {
    const Configuration& c = configuration_;
    const bool is_there = tag_time_ == TagTime::kPushed ? c.top_is_word() : c.front_is_word();
    if (!is_there) return kNoHead;
    const Node word = tag_time_ == TagTime::kPushed ? c.stack(0) : c.buffer(0);
    return tag(word) == kNoLabel ? word : kNoHead;
  }

  void begin_step(Node old_head);
  void end_step();
  void copy_all(const ParseState& other);
  /// Returns whether it is known where the two differ.
  bool copy_difference(const ParseState& other);
  [[nodiscard]] bool is_of_same_search(const ParseState& other) const {
    return origin_ != 0 && origin_ == other.origin_;
  }
  [[nodiscard]] std::size_t steps() const { return forgotten_ + steps_.size(); }
  [[nodiscard]] std::span<const Step> steps_from(std::size_t first) const {
    return std::span(steps_).subspan(first - forgotten_);
  }

  void attach(Arc arc, Label label, Node old_head);
  void add_dependent(Arc arc, Label label);
  /// Recounts the dependents of a node after it lost one.
  void recount(Node head);

  Configuration configuration_;
  /// Left and right of node 0, of node 1, ...
  std::vector<DependentsOnSide> sides_;
  std::array<std::uint8_t, kHistory> history_{};
  TagTime tag_time_ = TagTime::kNever;
  std::vector<Label> tags_;  // of each word; empty if none are chosen
  std::size_t tagged_ = 0;

  std::uint64_t origin_ = 0;  // shared by all states of a search; 0: nothing is remembered
  std::vector<Step> steps_;
  std::size_t forgotten_ = 0;  // steps before those
};

}  // namespace panarc
