#pragma once

#include <algorithm>
#include <cstdint>

#include "base/interruption.h"
#include "oracle/completion_search.h"
#include "oracle/completion_table.h"
#include "oracle/gold.h"
#include "oracle/kept_tables.h"
#include "oracle/pair_completion.h"
#include "transition/system.h"

namespace panarc {

/// The best result still reachable from a configuration: the maximum, over all derivations, of the
/// value of the arcs yet to be settled. One object serves many configurations of many sentences.
template <TransitionSystem S>
class BestCompletion {
 public:
  static constexpr bool kPairsMeet = S::kCompletion == Completion::kPairs;
  static constexpr bool kIsSearched =
      S::kCompletion == Completion::kSearch || S::kCompletion == Completion::kReordering;
  static constexpr bool kBuildsAnyTree = kPairsMeet || S::kCompletion == Completion::kReordering;

  /// From now on, ends when this is over; it must outlive its use.
  void set_interruption(const Interruption& interruption) {
    interruption_ = &interruption;
    pairs_.set_interruption(interruption);
    search_.set_interruption(interruption);
  }

  /// Whether the last value was proved optimal; only a search may give a bound instead.
  [[nodiscard]] bool exact() const { return search_.exact(); }
  /// What is known of the value before a search.
  auto bounds(const Configuration& c, const Gold& gold) { return search_.bounds(c, gold); }
  /// Whether a value can be reached, as far as a search finds out. This is faster than finding the
  /// best.
  bool can_reach(const Configuration& c, const Gold& gold, int value) requires(kIsSearched) {
    return search_.can_reach(c, gold, value);
  }
  /// Whether all that is known can still be met, where a tree shows it.
  bool can_meet_all(const Configuration& c, const Gold& gold) requires(kPairsMeet) {
    return pairs_.can_meet_all(c, gold);
  }
  /// A tree that meets all that is known and can be built from the initial configuration, if there
  /// is one. A system that reorders words can build any tree, and so can one in which all pairs of
  /// words meet.
  const Heads* tree_that_meets_all(const Configuration& initial,
                                   const Gold& gold) requires(kBuildsAnyTree) {
    return pairs_.can_meet_all(initial, gold) ? &pairs_.tree() : nullptr;
  }
  /// For a system that reorders words: whether SWAP puts the two in the order of the best tree.
  bool swaps_against_order(const Configuration& c, const Gold& gold) {
    return search_.known().swaps_against_order(c, gold);
  }
  void set_search_limit(int nodes) { search_.set_limit(nodes); }
  void set_search_budget(int nodes) { search_.set_budget(nodes); }
  /// About how much work all answers so far have been, in steps of a search.
  [[nodiscard]] std::uint64_t work() const {
    if constexpr (kPairsMeet) return pairs_.work() / kArcsPerStep;
    return search_.work() + sums_ / kSumsPerStep;
  }

  int value(const Configuration& c, const Gold& gold) {
    if constexpr (kPairsMeet) {
      return S::is_final(c) ? 0 : pairs_.value(c, gold);
    } else if constexpr (kIsSearched) {
      return search_.best(c, gold);
    } else {
      return over_table(c, gold);
    }
  }

  /// Drops what is kept for annotations that will not be used again.
  void forget() { tables_.forget(); }

 private:
  using Value = CompletionTable::Value;

  int over_table(const Configuration& c, const Gold& gold) {
    CompletionTable& table =
        tables_.of(gold, c.options(), [&](CompletionTable& made) { fill(made, c, gold); });
    const std::uint64_t sums_before = table.sums();
    table.start();
    Node below = c.root_first() ? kRoot : kNoHead;
    bool root_child_on_stack = false;
    for (const Node word : c.stack()) {
      if (word == kRoot) continue;
      const FromBelow from_below = kind_of(c, gold, below, word);
      root_child_on_stack |= from_below == FromBelow::kFixed && below == kRoot;
      table.climb(word, static_cast<std::uint8_t>(from_below), [&] {
        interruption_->throw_if_over();
        return arc_from_below(c, gold, {below, word}, from_below);
      });
      below = word;
    }
    sums_ += table.sums() - sums_before;
    if (!c.root_first() && c.in_stack(kRoot)) return table.completion_below_root();
    const Node front = c.front_is_word() ? c.buffer(0) : c.words() + 1;
    const bool full = S::kPartial && c.root_is_full() && !root_child_on_stack;
    return table.completion(front, full);
  }

  void fill(CompletionTable& table, const Configuration& c, const Gold& gold) const {
    using RootChildren = CompletionTable::RootChildren;
    table.reset({.words = c.words(),
                 .root = c.options().root,
                 .root_children = !c.options().single_root ? RootChildren::kAny
                                  : S::kPartial            ? RootChildren::kAtMostOne
                                                           : RootChildren::kExactlyOne,
                 .bottom_up = S::kCompletion == Completion::kBottomUp});
    for (Node word = 1; word <= c.words(); ++word) {
      table.set_root_arc(word, value_of(c, gold, {kRoot, word}), none_of(gold, word));
      for (Node head = 1; head <= c.words(); ++head) {
        if (head != word) table.set_arc(head, word, value_or_none(c, gold, {head, word}));
      }
    }
    table.fill(*interruption_);
  }

  /// The value of an arc, if the system can build it.
  static Value value_of(const Configuration& c, const Gold& gold, Arc arc) {
    return c.within_span(arc) ? gold.value(arc, c.options().root) : CompletionTable::kNever;
  }

  /// The value of leaving a word without a head, if the system can.
  static Value none_of(const Gold& gold, Node word) {
    return S::kPartial ? gold.none_value(word) : CompletionTable::kNever;
  }

  /// A word without a head is still placed below another one; this is the better of the two values.
  static Value value_or_none(const Configuration& c, const Gold& gold, Arc arc) {
    return std::max(value_of(c, gold, arc), none_of(gold, arc.dependent));
  }

  /// The status of the arc to a word on the stack from the element below it.
  enum class FromBelow : std::uint8_t { kNever, kFixed, kOpen, kOpenWithWrongLabel };

  static FromBelow kind_of([[maybe_unused]] const Configuration& c,
                           [[maybe_unused]] const Gold& gold, [[maybe_unused]] Node below,
                           [[maybe_unused]] Node word) {
    if constexpr (S::kCompletion == Completion::kNeighbours) {
      if (below == kNoHead) return FromBelow::kNever;
      switch (S::arc_from_below(c, word)) {
        case ArcFromBelow::kFixed:
          return FromBelow::kFixed;
        case ArcFromBelow::kNever:
          return FromBelow::kNever;
        case ArcFromBelow::kOpen:
          break;
      }
      // A temporary arc already has its label.
      const bool wrong_label = c.attached(word) && gold.label_penalty({below, word}, c.label(word),
                                                                      c.options().root) > 0;
      return wrong_label ? FromBelow::kOpenWithWrongLabel : FromBelow::kOpen;
    }
    return FromBelow::kNever;
  }

  static CompletionTable::Below arc_from_below(const Configuration& c, const Gold& gold, Arc arc,
                                               FromBelow kind) {
    if (kind == FromBelow::kFixed) return {.arc = 0, .takes_head = false};
    const Value none = none_of(gold, arc.dependent);
    if (kind == FromBelow::kNever) {
      return {.arc = arc.head == kRoot ? CompletionTable::kNever : none, .uncounted = none};
    }
    const Value value = arc.head == kRoot ? value_of(c, gold, arc) : value_or_none(c, gold, arc);
    return {.arc = value - (kind == FromBelow::kOpenWithWrongLabel ? 1 : 0), .uncounted = none};
  }

  /// Wide instructions add up many numbers at a time.
  static constexpr std::uint64_t kSumsPerStep = 16;
  static constexpr std::uint64_t kArcsPerStep = 32;

  const Interruption* interruption_ = &kNeverOver;
  KeptTables<CompletionTable> tables_;
  std::uint64_t sums_ = 0;
  PairCompletion pairs_;
  CompletionSearch<S> search_;
};

}  // namespace panarc
