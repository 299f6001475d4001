#pragma once

#include <algorithm>
#include <cstdint>

#include "base/interruption.h"
#include "oracle/action_memo.h"
#include "oracle/allowed_arcs.h"
#include "oracle/closed_form.h"
#include "oracle/completion.h"
#include "oracle/costs.h"
#include "oracle/gain.h"
#include "oracle/gold.h"
#include "panarc/choices.h"
#include "transition/incompatibility.h"
#include "transition/system.h"

namespace panarc {

/// The dynamic oracle of a system: the exact cost of every legal transition in any configuration.
///
/// The cost of a transition is the best value reachable before it minus the best value after it
/// (Goldberg & Nivre 2012; PanParser, A.2). The closed form is used where it is right; elsewhere
/// the best completions after each transition are computed and compared. An object keeps its tables
/// between calls; do not share it between threads.
template <TransitionSystem S>
class Oracle {
 public:
  explicit Oracle(CostMethod method = CostMethod::kExact) : method_(method) {}

  /// From now on, ends by an exception when this is over; it must outlive its use. After that,
  /// tables that were being filled are not used.
  void set_interruption(const Interruption& interruption) {
    completion_.set_interruption(interruption);
  }
  void set_search_limit(int nodes) { completion_.set_search_limit(nodes); }
  void set_search_budget(int nodes) { completion_.set_search_budget(nodes); }
  /// About how much work all answers so far have been, in steps of a search.
  [[nodiscard]] std::uint64_t work() const { return completion_.work(); }

  /// Costs of the legal transitions, each with its best label.
  Costs costs(const Configuration& c, const Gold& gold) {
    if constexpr (HasClosedForm<S>) {
      if (has_closed_form(c, gold)) return closed_form(c, gold);
    }
    return by_completion(c, gold);
  }

  /// The transitions of minimum cost. Those that take long to find are remembered, unless
  /// `remember` is false.
  ActionSet optimal(const Configuration& c, const Gold& gold, bool remember = true) {
    if constexpr (kIsSearched) {
      if (method_ == CostMethod::kExact) return optimal_by_search(c, gold, {});
    }
    if (remember && kHasLocalCosts && method_ == CostMethod::kExact && !gold.projective()) {
      return memo_.get(c, gold, [&] { return costs(c, gold).optimal(); });
    }
    return costs(c, gold).optimal();
  }

  /// The useful transitions of minimum cost. Two words can almost always be swapped without loss,
  /// since the best tree can be built in another order as well: such a swap is left out, unless it
  /// is the only transition of minimum cost (SWAP only against projective order: Nivre 2009).
  ActionSet useful(const Configuration& c, const Gold& gold, bool remember = true) {
    if constexpr (S::kCompletion == Completion::kReordering) {
      if (method_ == CostMethod::kExact) {
        const bool needless = !completion_.swaps_against_order(c, gold);
        return optimal_by_search(c, gold, needless ? ActionSet{Action::kSwap} : ActionSet{});
      }
    }
    return optimal(c, gold, remember);
  }

  /// The cost of a transition with its label. A right head with a wrong label counts as lost.
  int cost(const Configuration& c, const Gold& gold, Transition transition) {
    return cost(c, gold, transition, costs(c, gold));
  }

  /// The cost of a transition with its label, given the costs of all actions in the configuration.
  int cost(const Configuration& c, const Gold& gold, Transition transition, const Costs& costs) {
    const auto arc = added_arc<S>(c, transition.action);
    if (!arc) return costs.of(transition.action);
    const int penalty = gold.label_penalty(*arc, transition.label, c.options().root);
    if (penalty == 0) return costs.of(transition.action);
    // The label of an arc that can still be undone matters only if the arc is kept.
    const bool settled = settled_arc<S>(c, transition.action) == arc;
    if (settled) return costs.of(transition.action) + penalty;
    return costs.of(transition.action) + value_after(c, gold, {transition.action, kNoLabel}) -
           value_after(c, gold, transition);
  }

  /// The total cost of the transitions so far: the value of the best tree that the system can
  /// build, minus that of the best tree still reachable, including what is settled. So among
  /// several annotations, the one with the least loss is nearest to what was built.
  ///
  /// It is 0 in the initial configuration and grows by the cost of every transition taken: along a
  /// derivation, adding up costs is faster. It does not depend on the cost method. If the best
  /// completion is only bounded (see Costs::exact), the loss may be too large.
  int loss(const Configuration& c, const Gold& gold) {
    return best_value(gold, c.options()) - settled_value<S>(c, gold) - best_completion(c, gold);
  }

  /// The value of the best tree that the system can build.
  int best_value(const Gold& gold, const SystemOptions& options) {
    after_.reset(gold.words(), options);
    return completion_.value(after_, gold);
  }

  /// Whether the system can build a tree that meets all that is known.
  bool can_meet_all(const Gold& gold, const SystemOptions& options) {
    if constexpr (kBuildsAnyTree) return tree_that_meets_all(gold, options) != nullptr;
    return best_value(gold, options) >= gold.value_if_met();
  }
  /// Whether a tree can show that all can be met, which is faster than finding the best value.
  static constexpr bool kBuildsAnyTree = BestCompletion<S>::kBuildsAnyTree;
  /// A tree in which all that is known is met, or null. It is valid until the next question.
  const Heads* tree_that_meets_all(const Gold& gold,
                                   const SystemOptions& options) requires(kBuildsAnyTree) {
    after_.reset(gold.words(), options);
    return completion_.tree_that_meets_all(after_, gold);
  }

  /// The transitions after which all that is known can still be met.
  ActionSet meeting_all(const Configuration& c, const Gold& gold, ActionSet actions) {
    ActionSet meeting;
    for (const Action action : actions) {
      if (can_meet_all_after(c, gold, action)) meeting.insert(action);
    }
    return meeting;
  }
  /// Whether meeting_all() is faster than computing the costs of the actions.
  static constexpr bool kMeetsFast = BestCompletion<S>::kPairsMeet;

  /// How many allowed arcs a transition makes impossible.
  static int lost_arcs(const Configuration& c, const AllowedArcs& allowed,
                       Action action) requires HasClosedForm<S> {
    int lost = 0;
    S::Table::with(action, [&](auto row) { lost = decltype(row)::forbidden(c, allowed); });
    return lost;
  }

  /// Whether the costs of all transitions of a configuration are found together, so that asking for
  /// one saves nothing.
  bool finds_all_at_once(const Configuration& c, const Gold& gold) const {
    return kIsSearched || has_closed_form(c, gold);
  }

  /// Drops what is kept for annotations that will not be used again.
  void forget() {
    memo_.clear();
    completion_.forget();
  }

  /// The value of the best completion.
  int best_completion(const Configuration& c, const Gold& gold) {
    return completion_.value(c, gold);
  }

 private:
  static constexpr bool kIsSearched = BestCompletion<S>::kIsSearched;

  /// Costs depend only on what ActionMemo looks at.
  static constexpr bool kHasLocalCosts =
      (S::kCompletion == Completion::kNeighbours || S::kCompletion == Completion::kBottomUp) &&
      !S::Table::kHasTemporaryArcs;

  /// Whether to use the closed form: where it is exact, or always.
  [[nodiscard]] bool has_closed_form(const Configuration& c, const Gold& gold) const {
    if constexpr (!HasClosedForm<S>) return false;
    if (method_ == CostMethod::kClosedForm) return true;
    return closed_form_holds(gold, c.options()) && !has_mislabelled_temporary_arc(c, gold);
  }

  static bool has_mislabelled_temporary_arc(const Configuration& c, const Gold& gold) {
    if constexpr (S::Table::kHasTemporaryArcs) {
      if (!gold.has_labels()) return false;
      for (const Node word : c.stack()) {
        if (word == kRoot || !c.attached(word)) continue;
        if (gold.label_penalty({c.head(word), word}, c.label(word), c.options().root) != 0) {
          return true;
        }
      }
    }
    return false;
  }

  static Costs closed_form(const Configuration& c, const Gold& gold) {
    Costs costs;
    costs.legal = legal_actions<S>(c);
    for (const Action action : costs.legal) {
      S::Table::with(action, [&](auto row) {
        using Row = decltype(row);
        costs.of(action) = Row::forbidden(c, gold) + S::incompatible(After(c, Row::move(c)), gold);
      });
    }
    costs.subtract_minimum();
    return costs;
  }

  Costs by_completion(const Configuration& c, const Gold& gold) {
    Costs costs;
    costs.legal = legal_actions<S>(c);
    for (const Action action : costs.legal) {
      costs.of(action) = -value_after(c, gold, {action, kNoLabel});
      costs.exact = costs.exact && completion_.exact();
    }
    if (!costs.exact) use_derivation_from(c, gold, costs);
    costs.subtract_minimum();
    return costs;
  }

  /// Searching for costs is slow. For transitions that are not optimal, it is enough to know that
  /// they are not. Avoided ones are returned only if no other is optimal.
  ActionSet optimal_by_search(const Configuration& c, const Gold& gold, ActionSet avoided) {
    const ActionSet legal = legal_actions<S>(c);
    const auto known = completion_.bounds(c, gold);
    for (int best = known.upper;; --best) {
      const auto can_reach = [&](Action action) {
        if (action == known.first && best <= known.lower) return true;
        return can_reach_after(c, gold, action, best);
      };
      for (const bool avoiding : {true, false}) {
        ActionSet reaching;
        for (const Action action : legal) {
          if (avoided.contains(action) != avoiding && can_reach(action)) reaching.insert(action);
        }
        if (!reaching.empty() || legal.empty()) return reaching;
      }
    }
  }

  /// Bounds after each transition may miss a derivation known from here: a parser that follows the
  /// oracle must not lose what was once found.
  void use_derivation_from(const Configuration& c, const Gold& gold, Costs& losses) {
    const auto known = completion_.bounds(c, gold);
    if (known.first) losses.of(*known.first) = std::min(losses.of(*known.first), -known.lower);
  }

  /// The best value after a transition of what is not settled before it.
  int value_after(const Configuration& c, const Gold& gold, Transition transition) {
    after_ = c;
    apply<S>(after_, transition);
    return gain<S>(c, gold, transition) + completion_.value(after_, gold);
  }

  /// Whether what is not settled before a transition can reach this value after it.
  bool can_reach_after(const Configuration& c, const Gold& gold, Action action,
                       int value) requires(kIsSearched) {
    after_ = c;
    apply<S>(after_, {action, kNoLabel});
    return completion_.can_reach(after_, gold, value - gain<S>(c, gold, {action, kNoLabel}));
  }

  bool can_meet_all_after(const Configuration& c, const Gold& gold, Action action) {
    if constexpr (kMeetsFast) {
      after_ = c;
      apply<S>(after_, {action, kNoLabel});
      return completion_.can_meet_all(after_, gold);
    }
    const int value = gold.value_if_met() - settled_value<S>(c, gold);
    if constexpr (kIsSearched) return can_reach_after(c, gold, action, value);
    return value_after(c, gold, {action, kNoLabel}) >= value;
  }

  CostMethod method_;
  BestCompletion<S> completion_;
  Configuration after_;
  ActionMemo memo_;
};

/// In user_oracle.h.
template <>
class Oracle<UserDefined>;

}  // namespace panarc
