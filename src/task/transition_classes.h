#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "panarc/choices.h"
#include "transition/system.h"

namespace panarc {

/// Labels from `first` to `first + count - 1`.
struct LabelRange {
  Label first = 0;
  Label count = 0;

  [[nodiscard]] bool contains(Label label) const { return label >= first && label < first + count; }
};

/// The labels of a parser. Those allowed under ROOT come first. If none is reserved for ROOT, all
/// are allowed everywhere.
struct LabelSet {
  Label count = 0;
  Label under_root = 0;

  [[nodiscard]] LabelRange range(bool is_under_root) const {
    if (under_root == 0 || under_root == count) return {0, count};
    return is_under_root ? LabelRange{0, under_root} : LabelRange{under_root, count - under_root};
  }
};

/// When the tag of a word is chosen, if that happens while building the tree.
enum class TagTime : std::uint8_t {
  kNever,
  kPushed,   ///< as soon as the word is on top of the stack
  kAtFront,  ///< as soon as it is at the front of the buffer
};

/// How many tags a parser chooses from, and when.
struct TagChoice {
  Label tags = 0;
  TagTime time = TagTime::kNever;
};

/// The classes that a scorer scores, and the transitions they stand for. Tags, if chosen while
/// building the tree, come last.
class TransitionClasses {
 public:
  static TransitionClasses of(const SystemRecord& system, LabelMode mode, LabelSet labels,
                              TagChoice tags = {}) {
    TransitionClasses classes(mode, labels);
    for (const Action action : system.actions) {
      if (mode != LabelMode::kJoint || !system.always_adding.contains(action)) {
        classes.add_action(action);
      }
    }
    if (mode != LabelMode::kNone) {
      for (const Action action : system.adding) classes.add_labels(action);
    }
    classes.add_tags(tags);
    return classes;
  }
  template <TransitionSystem S>
  static TransitionClasses of(LabelMode mode, LabelSet labels, TagChoice tags = {}) {
    return of(record_of<S>(), mode, labels, tags);
  }

  [[nodiscard]] LabelMode mode() const { return mode_; }
  [[nodiscard]] const LabelSet& labels() const { return labels_; }
  [[nodiscard]] Label tags() const { return tags_.tags; }
  [[nodiscard]] TagTime tag_time() const { return tags_.time; }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// The class of the action itself. In joint mode, actions that always add arcs have none.
  [[nodiscard]] std::uint32_t of(Action action) const {
    return action_[static_cast<std::size_t>(action)];
  }
  /// The class of a label of an action that adds an arc; for kTag, that of a tag.
  [[nodiscard]] std::uint32_t of(Action action, Label label) const {
    return first_label_[static_cast<std::size_t>(action)] + static_cast<std::uint32_t>(label);
  }
  /// The class that the score of a transition comes from.
  [[nodiscard]] std::uint32_t of(Transition transition) const {
    const bool is_chosen_with_label =
        mode_ == LabelMode::kJoint || transition.action == Action::kTag;
    return is_chosen_with_label && transition.label != kNoLabel
               ? of(transition.action, transition.label)
               : of(transition.action);
  }

  /// Calls `visit(class, action, label)` for every class except those of tags; the class of an
  /// action itself has no label.
  template <class Visitor>
  void for_each(Visitor&& visit) const {
    for (std::size_t i = 0; i < kActionCount; ++i) {
      const auto action = static_cast<Action>(i);
      if (has_action_[i]) visit(of(action), action, std::optional<Label>());
      if (!has_labels_[i]) continue;
      for (Label label = 0; label < labels_.count; ++label) {
        visit(of(action, label), action, std::optional(label));
      }
    }
  }

 private:
  TransitionClasses(LabelMode mode, LabelSet labels) : mode_(mode), labels_(labels) {}

  void add_action(Action action) {
    action_[static_cast<std::size_t>(action)] = static_cast<std::uint32_t>(size_++);
    has_action_[static_cast<std::size_t>(action)] = true;
  }
  void add_labels(Action action) {
    first_label_[static_cast<std::size_t>(action)] = static_cast<std::uint32_t>(size_);
    has_labels_[static_cast<std::size_t>(action)] = true;
    size_ += static_cast<std::size_t>(labels_.count);
  }
  void add_tags(TagChoice tags) {
    tags_ = tags;
    first_label_[static_cast<std::size_t>(Action::kTag)] = static_cast<std::uint32_t>(size_);
    size_ += static_cast<std::size_t>(tags.tags);
  }

  LabelMode mode_;
  LabelSet labels_;
  std::size_t size_ = 0;
  TagChoice tags_;
  std::array<std::uint32_t, kActionCount> action_{};
  std::array<std::uint32_t, kActionCount + 1> first_label_{};
  std::array<bool, kActionCount> has_action_{};
  std::array<bool, kActionCount> has_labels_{};
};

}  // namespace panarc
