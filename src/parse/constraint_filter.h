#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>

#include "oracle/oracle.h"
#include "oracle/swap_oracle.h"
#include "task/transition_filter.h"
#include "treebank/projectivity.h"

namespace panarc {

/// Allows the transitions after which all constraints can still be met: exactly those that cost
/// nothing against them (PanParser, 4.5), if they can be met at all.
template <TransitionSystem S>
class ConstraintFilter final : public TransitionFilter {
 public:
  /// The hypotheses of a beam meet in the same configurations; a single one does not.
  explicit ConstraintFilter(std::size_t beam = 1) : remembers_(beam > 1) {}

  /// Whether some tree meets them.
  bool can_meet(const Gold& constraints, const SystemOptions& options) {
    oracle_.set_search_budget(kConstraintSearchBudget);
    return oracle_.best_value(constraints, options) >= constraints.value_if_met();
  }

  /// From now on, these; they must outlive their use. Where costs are searched for, no more
  /// configurations are visited than these: then only transitions are allowed by which a way is
  /// known that meets most of them.
  ///
  /// On the direct way, words are reordered only where a tree that meets them has another order.
  /// That leaves less choice, but it does not get lost.
  void set(const Gold& constraints, const SystemOptions& options, int search_budget,
           bool direct = false) {
    constraints_ = &constraints;
    direct_ = direct;
    hopes_ = false;
    oracle_.forget();
    oracle_.set_search_budget(search_budget);
    guide_.reset();
    if (S::kCompletion == Completion::kReordering && swap_oracles_apply(constraints, options)) {
      guide_to_tree(constraints);
    }
  }

  /// From now on, a transition that leaves all allowed arcs possible is taken to be allowed. That
  /// is almost always right, and takes little time to find out; but where several such arcs need
  /// not be possible together, the search may end in a tree that does not meet the constraints. If
  /// it meets them, it is the tree that would have been found without this.
  void hope() {
    if constexpr (HasClosedForm<S>) {
      hopes_ = constraints_->only_heads();
      if (hopes_) allowed_.set(*constraints_);
    }
  }

  /// Whether what is settled in a final state meets them.
  [[nodiscard]] bool is_met(const ParseState& state) const {
    return settled_value<S>(state.configuration(), *constraints_) >= constraints_->value_if_met();
  }

  bool answers_one_by_one(const ParseState& state) override {
    return !oracle_.finds_all_at_once(state.configuration(), *constraints_);
  }

  bool surely_allows(const ParseState& state, Action action) override {
    const Configuration& c = state.configuration();
    if (added_arc<S>(c, action) && !labels(state, action).empty()) return false;
    if constexpr (HasClosedForm<S>) {
      if (hopes_ && Oracle<S>::lost_arcs(c, allowed_, action) == 0) return true;
    }
    return !oracle_.reaching(c, *constraints_, {action}, constraints_->value_if_met()).empty();
  }

  ActionSet actions(const ParseState& state) override {
    const Configuration& c = state.configuration();
    if (guide_) return guide_->permissible(c);
    if (direct_) return oracle_.useful(c, *constraints_, remembers_);
    if constexpr (Oracle<S>::kReachesFast) {
      const ActionSet meeting =
          oracle_.reaching(c, *constraints_, legal_actions<S>(c), constraints_->value_if_met());
      if (!meeting.empty()) return meeting;
    }
    return oracle_.optimal(c, *constraints_, remembers_);
  }

  std::span<const Label> labels(const ParseState& state, Action action) override {
    if (!constraints_->has_labels()) return {};
    const Configuration& c = state.configuration();
    const auto allowed = constraints_->labels(*added_arc<S>(c, action));
    if constexpr (S::Table::kHasTemporaryArcs) {
      // An arc that is to be undone may have any label.
      constexpr Label kOther = std::numeric_limits<Label>::max();
      if (!allowed.empty() && oracle_.cost(c, *constraints_, {action, kOther}) == 0) return {};
    }
    return allowed;
  }

 private:
  void guide_to_tree(const Gold& constraints) {
    Heads heads{kNoHead};
    for (Node word = 1; word <= constraints.words(); ++word) {
      heads.push_back(constraints.head(word));
    }
    if (find_cycle(heads) == kNoHead) guide_.emplace(heads, SwapOracle::kNdAll);
  }

  bool remembers_;
  bool direct_ = false;
  bool hopes_ = false;
  AllowedArcs allowed_;
  const Gold* constraints_ = nullptr;
  Oracle<S> oracle_;
  /// Knows the derivations of a tree that is given in full, where others have to be searched for.
  std::optional<SwapGuide> guide_;
};

}  // namespace panarc
