#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "oracle/gold.h"
#include "oracle/plain_table.h"
#include "transition/system.h"

namespace panarc::test {

/// The best completion of a configuration of a projective system, from nothing: the plain version
/// that CompletionTable must agree with.
template <TransitionSystem S>
class PlainCompletion {
 public:
  int value(const Configuration& c, const Gold& gold) {
    nodes_.clear();
    for (const Node node : c.stack()) {
      if (node != kRoot) nodes_.push_back(node);
    }
    const int on_stack = static_cast<int>(nodes_.size());
    for (const Node node : c.buffer()) {
      if (node != kRoot) nodes_.push_back(node);
    }
    const int words = static_cast<int>(nodes_.size());
    using RootChildren = PlainTable::RootChildren;
    const bool root_on_top = !c.root_first() && c.in_stack(kRoot);
    table_.reset({.words = words,
                  .root = c.options().root,
                  .root_children = !c.options().single_root ? RootChildren::kAny
                                   : S::kPartial            ? RootChildren::kAtMostOne
                                                            : RootChildren::kExactlyOne,
                  .bottom_up = S::kCompletion == Completion::kBottomUp,
                  .top = root_on_top ? words : on_stack - 1});
    for (int j = 0; j < words; ++j) fill_heads_of(c, gold, j, on_stack);
    return table_.best();
  }

 private:
  using Value = PlainTable::Value;

  /// In place of an index: ROOT, which has a row of its own in the table.
  static constexpr int kRootIndex = -1;

  [[nodiscard]] Arc arc_between(int head, int dependent) const {
    const auto node = [&](int index) { return nodes_[static_cast<std::size_t>(index)]; };
    return {head == kRootIndex ? kRoot : node(head), node(dependent)};
  }

  Value& cell(int head, int dependent) {
    return head == kRootIndex ? table_.root_arc(dependent) : table_.arc(head, dependent);
  }

  void fill_heads_of(const Configuration& c, const Gold& gold, int j, int on_stack) {
    const int words = static_cast<int>(nodes_.size());
    int first_head = 0;
    bool root_is_possible = true;
    if constexpr (S::kCompletion == Completion::kNeighbours) {
      if (j < on_stack) {
        first_head = on_stack;
        root_is_possible = !c.root_first();
        const bool has_below = j > 0 || c.root_first();
        if (has_below && fill_arc_from_below(c, gold, j > 0 ? j - 1 : kRootIndex, j)) return;
      }
    }
    for (int i = first_head; i < words; ++i) {
      if (i != j) fill_arc(c, gold, i, j);
    }
    if (root_is_possible) fill_arc(c, gold, kRootIndex, j);
  }

  /// Returns whether that arc is the only one the word can have.
  bool fill_arc_from_below(const Configuration& c, const Gold& gold, int below, int j) {
    const Arc arc = arc_between(below, j);
    switch (S::arc_from_below(c, arc.dependent)) {
      case ArcFromBelow::kFixed:
        cell(below, j) = 0;
        return true;
      case ArcFromBelow::kOpen:
        fill_arc(c, gold, below, j);
        // A temporary arc has its label already.
        if (c.attached(arc.dependent)) {
          const Label label = c.label(arc.dependent);
          cell(below, j) -= gold.label_penalty(arc, label, c.options().root);
        }
        return false;
      case ArcFromBelow::kNever:
        if (S::kPartial) fill_none(gold, below, j);
        return false;
    }
    return false;
  }

  void fill_arc(const Configuration& c, const Gold& gold, int head, int dependent) {
    const Arc arc = arc_between(head, dependent);
    if (S::kPartial) fill_none(gold, head, dependent);
    if (S::kPartial && !c.may_add(arc)) return;
    Value& value = cell(head, dependent);
    value = std::max(value, gold.value(arc, c.options().root));
  }

  /// A word that is left without a head stands below a neighbour all the same, at the value of
  /// that; below ROOT it does not count among ROOT's children.
  void fill_none(const Gold& gold, int head, int dependent) {
    Value& value =
        head == kRootIndex ? table_.uncounted_root_arc(dependent) : table_.arc(head, dependent);
    value = gold.none_value(nodes_[static_cast<std::size_t>(dependent)]);
  }

  PlainTable table_;
  std::vector<Node> nodes_;
};

}  // namespace panarc::test
