#pragma once

#include "oracle/arborescence.h"
#include "oracle/completion_search.h"
#include "oracle/gold.h"
#include "oracle/projective_table.h"
#include "transition/system.h"

namespace panarc {

/// The best that can still be reached from a configuration: the largest value, over all
/// derivations, of the arcs that are yet to be settled. One object serves many configurations of
/// many sentences.
template <TransitionSystem S>
class BestCompletion {
 public:
  /// Whether the last value was proved best; only a search ever gives a bound instead.
  [[nodiscard]] bool exact() const { return search_.exact(); }
  /// A derivation from here that is known before a search.
  auto known(const Configuration& c, const Gold& gold) { return search_.known(c, gold); }
  void set_search_limit(int nodes) { search_.set_limit(nodes); }

  int value(const Configuration& c, const Gold& gold) {
    if constexpr (S::kCompletion == Completion::kPairs) {
      return over_pairs(c, gold);
    } else if constexpr (S::kCompletion == Completion::kSearch ||
                         S::kCompletion == Completion::kReordering) {
      return search_.best(c, gold);
    } else {
      return over_table(c, gold);
    }
  }

 private:
  using Value = ProjectiveTable::Value;

  int over_table(const Configuration& c, const Gold& gold) {
    nodes_.clear();
    for (const Node node : c.stack()) {
      if (node != kRoot) nodes_.push_back(node);
    }
    const int on_stack = static_cast<int>(nodes_.size());
    for (const Node node : c.buffer()) {
      if (node != kRoot) nodes_.push_back(node);
    }
    const int words = static_cast<int>(nodes_.size());
    using RootChildren = ProjectiveTable::RootChildren;
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

  int over_pairs(const Configuration& c, const Gold& gold) {
    const int words = c.words();
    const RootPosition root = c.options().root;
    tree_.reset(words);
    if (S::is_final(c)) return 0;
    const Value one_root = c.options().single_root ? gold.most_tree_difference() + 1 : 0;
    const int front = c.position(c.buffer(0));
    const int list_end = c.stack().empty() ? -1 : c.position(c.stack(0));
    const auto still_meet = [&](int a, int b) {
      const int later = std::max(a, b);
      return later > front || (later == front && std::min(a, b) <= list_end);
    };
    for (Node word = 1; word <= words; ++word) {
      if (c.attached(word)) {
        tree_.arc(c.head(word), word) = c.head(word) == kRoot ? -one_root : 0;
        continue;
      }
      for (Node head = 0; head <= words; ++head) {
        if (head == word || !still_meet(c.position(head), word)) continue;
        tree_.arc(head, word) = gold.value({head, word}, root) - (head == kRoot ? one_root : 0);
      }
    }
    return tree_.best() + one_root;
  }

  ProjectiveTable table_;
  Arborescence tree_;
  CompletionSearch<S> search_;
  std::vector<Node> nodes_;
};

}  // namespace panarc
