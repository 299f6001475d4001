#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "base/interruption.h"
#include "oracle/gain.h"
#include "oracle/gold.h"
#include "oracle/swap_completion.h"
#include "oracle/value_bounds.h"
#include "transition/system.h"

namespace panarc {

/// How many configurations a search may visit: in training, where speed matters, and where
/// exactness does.
inline constexpr int kTrainingSearchLimit = 50;
inline constexpr int kExactSearchLimit = 1 << 15;
/// How many the searches for one sentence under constraints may visit in all: at first, and if that
/// was too few to meet them.
inline constexpr int kConstraintSearchBudget = 1 << 15;
inline constexpr int kLargeSearchBudget = 1 << 21;

/// The number of spans that no settled arc enters: each needs an arc that is yet to be built.
template <TransitionSystem S>
int spans_to_enter(const Configuration& c, const Gold& gold) {
  int count = 0;
  for (const Gold::Span& span : gold.spans()) {
    bool entered = false;
    for (Node word = span.first; word <= span.last && !entered; ++word) {
      entered = is_settled<S>(c, word) && c.attached(word) && !span.contains(c.head(word));
    }
    count += entered ? 0 : 1;
  }
  return count;
}

/// Upper bound on the gain: every unsettled word gets a valuable arc, if one of its heads is left.
template <TransitionSystem S>
int most_to_gain(const Configuration& c, const Gold& gold) {
  const auto is_left = [&](Node node) { return c.in_stack(node) || c.in_buffer(node); };
  int most = 0;
  int only_under_root = 0;
  for (Node word = 1; word <= c.words(); ++word) {
    if (is_settled<S>(c, word)) continue;
    if (!gold.knows_head(word)) {
      most += S::kPartial ? gold.none_value(word) : 0;
      continue;
    }
    const auto heads = gold.heads(word);
    bool under_word = heads.empty();
    bool under_root = false;
    for (const Node head : heads) {
      (head == kRoot ? under_root : under_word) |= is_left(head);
    }
    most += under_word ? 1 : 0;
    only_under_root += under_root && !under_word ? 1 : 0;
  }
  most += c.options().single_root ? std::min(only_under_root, 1) : only_under_root;
  return S::kPartial || gold.spans().empty() ? most : most - spans_to_enter<S>(c, gold);
}

/// Lower bound on the gain: without spans, no arc has a negative value.
template <TransitionSystem S>
int least_to_gain(const Configuration& c, const Gold& gold) {
  if (gold.spans().empty()) return 0;
  int arcs = 0;
  for (Node word = 1; word <= c.words(); ++word) arcs += is_settled<S>(c, word) ? 0 : 1;
  return -arcs * static_cast<int>(gold.spans().size());
}

/// Bounds of the best completion from which a search starts. Specialised for systems about which
/// more is known.
template <TransitionSystem S>
class CompletionBounds {
 public:
  ValueBounds of(const Configuration& c, const Gold& gold, std::optional<int> /*wanted*/ = {}) {
    return {least_to_gain<S>(c, gold), most_to_gain<S>(c, gold), std::nullopt};
  }
  [[nodiscard]] static std::uint64_t work() { return 0; }
  void set_interruption(const Interruption& /*interruption*/) {}
};

template <TransitionSystem S>
requires(S::kCompletion == Completion::kReordering) class CompletionBounds<S> {
 public:
  ValueBounds of(const Configuration& c, const Gold& gold, std::optional<int> wanted = {}) {
    return completion_.bounds(c, gold, wanted);
  }
  bool swaps_against_order(const Configuration& c, const Gold& gold) {
    return completion_.swaps_against_order(c, gold);
  }
  [[nodiscard]] std::uint64_t work() const { return completion_.work(); }
  void set_interruption(const Interruption& interruption) {
    completion_.set_interruption(interruption);
  }

 private:
  SwapCompletion completion_;
};

/// The best completion of a configuration by search over derivations, for systems without a known
/// dynamic program.
///
/// Looks for the largest value between the bounds that some derivation achieves, from above. A
/// configuration is not visited again if at least as much is wanted of it as before. Within its
/// limit of configurations the value is exact; otherwise it may be too low, and `exact()` is false.
template <TransitionSystem S>
class CompletionSearch {
 public:
  /// From now on, ends when this is over; it must outlive its use.
  void set_interruption(const Interruption& interruption) {
    interruption_ = &interruption;
    bounds_.set_interruption(interruption);
  }
  void set_limit(int configurations) { limit_ = configurations; }
  /// From now on, all searches together visit no more than this.
  void set_budget(int configurations) { budget_ = configurations; }
  /// Whether the last value was proved optimal.
  [[nodiscard]] bool exact() const { return exact_; }
  /// About how many steps all answers so far have taken.
  [[nodiscard]] std::uint64_t work() const { return work_ + bounds_.work(); }
  /// What is known about the system.
  CompletionBounds<S>& known() { return bounds_; }
  /// What is known without search: bounds, and the first transition of a derivation that achieves
  /// the lower one.
  auto bounds(const Configuration& c, const Gold& gold) { return bounds_.of(c, gold); }

  int best(const Configuration& c, const Gold& gold) {
    exact_ = true;
    const auto bounds = bounds_.of(c, gold);
    const int limit = limit_for(c);
    int left = kMaxValues * limit;
    for (int value = bounds.upper; value > bounds.lower; --value) {
      const int allowed = std::min(limit, left);
      if (search(c, gold, value, allowed)) return value;
      left -= allowed - left_;
    }
    return bounds.lower;
  }

  /// Whether a derivation achieves this value, as far as can be found: see exact().
  bool can_reach(const Configuration& c, const Gold& gold, int value) {
    exact_ = true;
    const auto bounds = bounds_.of(c, gold, value);
    if (bounds.lower >= value) return true;
    return bounds.upper >= value && search(c, gold, value, limit_for(c));
  }

 private:
  /// A search may use up its limit for this many values; further ones are not tried.
  static constexpr int kMaxValues = 4;
  /// Longer derivations are not followed: the search is recursive.
  static constexpr int kMaxDepth = 2000;

  /// Time and memory per configuration grow with the sentence.
  [[nodiscard]] int limit_for(const Configuration& c) const {
    constexpr int kOrdinaryLength = 25;
    return limit_ * kOrdinaryLength / std::max(kOrdinaryLength, c.words());
  }

  bool search(const Configuration& c, const Gold& gold, int value, int limit) {
    failed_.clear();
    const int allowed = std::min(limit, budget_);
    left_ = allowed;
    cut_ = false;
    const bool found = can_bring(c, gold, value, 0);
    budget_ -= allowed - left_;
    if (!found && cut_) exact_ = false;
    return found;
  }

  bool can_bring(const Configuration& c, const Gold& gold, int value, int depth) {
    if (value <= least_to_gain<S>(c, gold)) return true;
    if (most_to_gain<S>(c, gold) < value) return false;
    if (left_ <= 0 || depth >= kMaxDepth) {
      cut_ = true;
      return false;
    }
    set_key(c);
    const auto [known, inserted] = failed_.try_emplace(key_, value);
    if (!inserted) {
      if (known->second <= value) return false;
      known->second = value;
    }
    interruption_->throw_if_over();
    --left_;
    work_ += static_cast<std::uint64_t>(c.words());
    // Try actions that add arcs first: they leave less to search.
    constexpr std::array kOrder{Action::kLeft, Action::kRight, Action::kReduce,
                                Action::kSwap, Action::kNoArc, Action::kShift};
    for (const Action action : kOrder) {
      if (!is_legal<S>(c, action)) continue;
      const int gained = gain<S>(c, gold, {action, kNoLabel});
      Configuration& next = at_depth(depth);
      next = c;
      apply<S>(next, action);
      if (can_bring(next, gold, value - gained, depth + 1)) return true;
    }
    return false;
  }

  /// What determines which derivations a configuration has.
  void set_key(const Configuration& c) {
    key_.clear();
    key_.push_back(c.root_children());
    key_.insert(key_.end(), c.stack().begin(), c.stack().end());
    key_.push_back(kNoHead);
    key_.insert(key_.end(), c.buffer().begin(), c.buffer().end());
    for (Node word = 1; word <= c.words(); ++word) {
      if (!c.attached(word) || (!c.in_stack(word) && !c.in_buffer(word))) continue;
      key_.insert(key_.end(), {kNoHead, word, c.head(word), c.label(word)});
    }
  }

  /// Memory for the successor of a configuration at this depth. References to others stay valid.
  Configuration& at_depth(int depth) {
    if (static_cast<std::size_t>(depth) == next_.size()) next_.emplace_back();
    return next_[static_cast<std::size_t>(depth)];
  }

  const Interruption* interruption_ = &kNeverOver;
  int limit_ = kExactSearchLimit;
  int budget_ = std::numeric_limits<int>::max();
  int left_ = 0;  // number of configurations that may still be visited
  std::uint64_t work_ = 0;
  bool cut_ = false;
  bool exact_ = true;
  CompletionBounds<S> bounds_;
  /// By configuration, the smallest value that no derivation from it was found to achieve.
  std::unordered_map<std::vector<int>, int, NumbersHash> failed_;
  std::vector<int> key_;
  std::deque<Configuration> next_;
};

}  // namespace panarc
