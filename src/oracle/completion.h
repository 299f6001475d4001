#pragma once

#include "oracle/arborescence.h"
#include "oracle/completion_search.h"
#include "oracle/gold.h"
#include "oracle/projective_table.h"
#include "transition/systems.h"

namespace panarc {

/// The best that can still be reached from a configuration: the largest value, over all
/// derivations, of the arcs that are yet to be settled. One object serves many configurations of
/// many sentences.
template <TransitionSystem S>
class BestCompletion {
 public:
  /// Whether the last value was proved best; only kSearch systems ever give a bound instead.
  [[nodiscard]] bool exact() const { return search_.exact(); }
  /// A derivation from here that is known beforehand, in kSearch systems.
  auto known(const Configuration& c, const Gold& gold) { return search_.known(c, gold); }
  void set_search_limit(int nodes) { search_.set_limit(nodes); }

  int value(const Configuration& c, const Gold& gold) {
    if constexpr (S::kCompletion == Completion::kPairs) {
      return over_pairs(c, gold);
    } else if constexpr (S::kCompletion == Completion::kSearch) {
      return search_.best(c, gold);
    } else {
      return over_table(c, gold);
    }
  }

 private:
  using Value = ProjectiveTable::Value;
  static constexpr Value kNever = ProjectiveTable::kNever;

  /// The value of a dependent's arc, or of leaving it without a head below that neighbour.
  [[nodiscard]] Value arc_or_none(const Configuration& c, const Gold& gold, Arc arc) const {
    const RootPosition root = c.options().root;
    if constexpr (S::kPartial) {
      const Value none = gold.none_value(arc.dependent);
      return c.within_span(arc) ? std::max(none, gold.value(arc, root)) : none;
    } else {
      return gold.value(arc, root);
    }
  }

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

  void fill_heads_of(const Configuration& c, const Gold& gold, int j, int on_stack) {
    const Node word = nodes_[static_cast<std::size_t>(j)];
    const int words = static_cast<int>(nodes_.size());
    int first_head = 0;
    bool root_is_possible = true;
    if constexpr (S::kCompletion == Completion::kNeighbours) {
      if (j < on_stack) {
        first_head = on_stack;
        root_is_possible = !c.root_first();
        const ArcFromBelow from_below = S::arc_from_below(c, word);
        const bool below_is_root = j == 0 && c.root_first();
        if (j > 0 || below_is_root) {
          const Arc arc{below_is_root ? kRoot : nodes_[static_cast<std::size_t>(j - 1)], word};
          fill_arc_from_below(c, gold, j, arc, from_below);
        }
        if (from_below == ArcFromBelow::kFixed) return;
      }
    }
    for (int i = first_head; i < words; ++i) {
      if (i == j) continue;
      table_.arc(i, j) = arc_or_none(c, gold, {nodes_[static_cast<std::size_t>(i)], word});
    }
    if (root_is_possible) fill_root_arc(c, gold, j);
  }

  void fill_arc_from_below(const Configuration& c, const Gold& gold, int j, Arc arc,
                           ArcFromBelow from_below) {
    const bool open = from_below == ArcFromBelow::kOpen;
    if (arc.head == kRoot && (open || S::kPartial) && from_below != ArcFromBelow::kFixed) {
      if (open) {
        fill_root_arc(c, gold, j);
      } else {
        table_.uncounted_root_arc(j) = gold.none_value(arc.dependent);
      }
      take_label_off(c, gold, arc, table_.root_arc(j));
      return;
    }
    Value value = kNever;
    if (from_below == ArcFromBelow::kFixed) {
      value = 0;
    } else if (open) {
      value = arc_or_none(c, gold, arc);
      take_label_off(c, gold, arc, value);
    } else if (S::kPartial) {
      value = gold.none_value(arc.dependent);
    }
    if (arc.head == kRoot) {
      table_.root_arc(j) = value;
    } else {
      table_.arc(j - 1, j) = value;
    }
  }

  /// A temporary arc already has its label.
  void take_label_off(const Configuration& c, const Gold& gold, Arc arc, Value& value) const {
    if (c.attached(arc.dependent)) {
      value -= gold.label_penalty(arc, c.label(arc.dependent), c.options().root);
    }
  }

  void fill_root_arc(const Configuration& c, const Gold& gold, int j) {
    const Arc arc{kRoot, nodes_[static_cast<std::size_t>(j)]};
    if constexpr (S::kPartial) table_.uncounted_root_arc(j) = gold.none_value(arc.dependent);
    const bool possible = !S::kPartial || c.may_add(arc);
    if (possible) table_.root_arc(j) = gold.value(arc, c.options().root);
  }

  int over_pairs(const Configuration& c, const Gold& gold) {
    const int words = c.words();
    const RootPosition root = c.options().root;
    tree_.reset(words);
    if (S::is_final(c)) return 0;
    // More than a tree is worth: taken off every arc from ROOT, it leaves one of them.
    const Value one_root = c.options().single_root ? words + 1 : 0;
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
