#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <span>

#include "base/interruption.h"
#include "oracle/meeting_tree.h"
#include "oracle/oracle.h"
#include "oracle/swap_oracle.h"
#include "task/transition_filter.h"
#include "treebank/projectivity.h"

namespace panarc {

/// Allows the transitions after which all constraints can still be met: exactly those with zero
/// cost against them (PanParser, 4.5), if they can be met at all.
template <TransitionSystem S>
class ConstraintFilter final : public TransitionFilter {
 public:
  /// Remembers answers only with a beam, whose hypotheses often reach the same configurations.
  explicit ConstraintFilter(std::size_t beam = 1) : remembers_(beam > 1) {}

  /// From now on, ends by an exception when this is over; it must outlive its use.
  void set_interruption(const Interruption& interruption) {
    interruption_ = &interruption;
    oracle_.set_interruption(interruption);
  }

  /// Whether some tree meets the constraints.
  bool can_meet(const Gold& constraints, const SystemOptions& options) {
    return oracle_.can_meet_all(constraints, options);
  }
  /// Whether can_meet() is quick.
  static constexpr bool kIsQuickToTell = Oracle<S>::kBuildsAnyTree;

  /// Sets the constraints, which must outlive their use. `search_budget` limits the configurations
  /// visited where costs need a search; when it is used up, only transitions on a known way of
  /// meeting most constraints are allowed.
  ///
  /// With `direct`, words are reordered only where a tree that meets the constraints has another
  /// order. That leaves less choice, but avoids detours.
  void set(const Gold& constraints, const SystemOptions& options, int search_budget,
           bool direct = false) {
    if constexpr (requires { oracle_.check_constraints(constraints, options); }) {
      oracle_.check_constraints(constraints, options);
    }
    constraints_ = &constraints;
    direct_ = direct;
    arcs_only_ = false;
    oracle_.forget();
    oracle_.set_search_budget(search_budget);
    guide_.reset();
    tree_.reset();
    if (S::kCompletion == Completion::kReordering && swap_oracles_apply(constraints, options)) {
      Heads heads{kNoHead};
      for (Node word = 1; word <= constraints.words(); ++word) {
        heads.push_back(constraints.head(word));
      }
      if (find_cycle(heads) == kNoHead) {
        guide_to(heads, is_far_from_projective(heads) ? SwapOracle::kEager : SwapOracle::kNdAll);
      }
    }
  }

  /// Whether the work may have to be limited: where costs are searched, with tables of a deep stack
  /// whose words depend on each other, and where there are many pairs of words.
  static constexpr bool kMayTakeLong =
      S::kCompletion == Completion::kSearch || S::kCompletion == Completion::kReordering ||
      S::kCompletion == Completion::kBottomUp || S::kCompletion == Completion::kPairs;

  /// From now on, allows just the derivations of one tree that meets the constraints, which takes
  /// little work. Returns false if there is none.
  bool guide_to_some_tree(const SystemOptions& options) requires(kMayTakeLong) {
    if constexpr (kIsQuickToTell) {
      const Heads* const tree = oracle_.tree_that_meets_all(*constraints_, options);
      if (tree == nullptr) return false;
      if constexpr (S::kCompletion == Completion::kReordering) {
        guide_to(*tree, SwapOracle::kEager);
      } else {
        tree_.emplace(*tree);
      }
      return true;
    } else {
      const auto tree = projective_tree_that_meets_all(*constraints_, options, *interruption_);
      if (tree) tree_.emplace(*tree);
      return tree.has_value();
    }
  }

  /// Limits the work on the constraints from now on, in steps. Once it is done, everything is
  /// allowed, so that the search soon ends, probably in a tree that does not meet them.
  void limit_work(std::uint64_t steps) { work_limit_ = oracle_.work() + steps; }

  /// From now on, allows any transition that leaves all allowed arcs possible. This is quick to
  /// check and almost always right. But such arcs may be incompatible with each other, so the
  /// search may end in a tree that does not meet the constraints. If it does meet them, it is the
  /// same tree as without this.
  void check_arcs_only() {
    if constexpr (HasClosedForm<S>) {
      arcs_only_ = constraints_->only_heads();
      if (arcs_only_) allowed_.set(*constraints_);
    }
  }

  /// Whether the settled arcs of a final state meet the constraints.
  [[nodiscard]] bool is_met(const ParseState& state) const {
    return settled_value<S>(state.configuration(), *constraints_) >= constraints_->value_if_met();
  }

  bool answers_one_by_one(const ParseState& state) override {
    return !oracle_.finds_all_at_once(state.configuration(), followed());
  }

  bool surely_allows(const ParseState& state, Action action) override {
    const Configuration& c = state.configuration();
    if (added_arc<S>(c, action) && !labels(state, action).empty()) return false;
    if constexpr (HasClosedForm<S>) {
      if (arcs_only_ && Oracle<S>::lost_arcs(c, allowed_, action) == 0) return true;
    }
    return is_work_done() || !oracle_.meeting_all(c, followed(), {action}).empty();
  }

  ActionSet actions(const ParseState& state) override {
    interruption_->throw_if_over();
    const Configuration& c = state.configuration();
    if (guide_) return guide_->permissible(c);
    if (is_work_done()) return legal_actions<S>(c);
    if (direct_) return oracle_.useful(c, *constraints_, remembers_);
    if constexpr (Oracle<S>::kMeetsFast) {
      const ActionSet meeting = oracle_.meeting_all(c, followed(), legal_actions<S>(c));
      if (!meeting.empty()) return meeting;
    }
    return oracle_.optimal(c, followed(), remembers_);
  }

  std::span<const Label> labels(const ParseState& state, Action action) override {
    if (!constraints_->has_labels()) return {};
    const Configuration& c = state.configuration();
    const auto allowed = constraints_->labels(*added_arc<S>(c, action));
    if constexpr (S::Table::kHasTemporaryArcs) {
      // An arc that will be undone may have any label.
      constexpr Label kOther = std::numeric_limits<Label>::max();
      if (!allowed.empty() && oracle_.cost(c, *constraints_, {action, kOther}) == 0) return {};
    }
    return allowed;
  }

 private:
  [[nodiscard]] const Gold& followed() const { return tree_ ? *tree_ : *constraints_; }
  [[nodiscard]] bool is_work_done() const { return !tree_ && oracle_.work() > work_limit_; }

  void guide_to(const Heads& tree, SwapOracle oracle) { guide_.emplace(tree, oracle); }

  /// Whether it would take long to know all derivations of a tree, rather than one: each SWAP
  /// raises the question which others may follow.
  static bool is_far_from_projective(const Heads& tree) {
    constexpr std::uint64_t kMost = 8'000'000;  // takes about a second
    const ProjectiveOrder projective = projective_order(tree);
    std::uint64_t moves = 0;
    for (std::size_t word = 1; word < tree.size(); ++word) {
      moves += static_cast<std::uint64_t>(std::abs(projective.rank[word] - static_cast<int>(word)));
    }
    return moves * tree.size() > kMost;
  }

  const Interruption* interruption_ = &kNeverOver;
  bool remembers_;
  bool direct_ = false;
  bool arcs_only_ = false;
  AllowedArcs allowed_;
  const Gold* constraints_ = nullptr;
  Oracle<S> oracle_;
  std::uint64_t work_limit_ = std::numeric_limits<std::uint64_t>::max();
  /// Knows the derivations of a tree, where a search would be needed otherwise.
  std::optional<SwapGuide> guide_;
  /// A tree to be built, where a guide knows no more than the oracle does.
  std::optional<Gold> tree_;
};

}  // namespace panarc
