#pragma once

#include <concepts>
#include <optional>
#include <string_view>

#include "transition/configuration.h"
#include "transition/system_record.h"
#include "transition/transition.h"

namespace panarc {

/// For a word on the stack: the status of the arc from the element below it.
enum class ArcFromBelow { kFixed, kOpen, kNever };

/// Stands in for a gold annotation where only the form of a row's costs is needed.
struct NoGold {};

/// The rows of a system's table, each a type with `kAction`, `legal` and `apply`. A row that adds
/// an arc has `arc`. One that adds a temporary arc, or confirms an earlier one, also has `settled`:
/// the arc that can no longer be undone. For costs in closed form, each row gives the gold arcs
/// that it forbids (the cost table of the papers) and its move on the stack, and the system gives
/// what becomes incompatible.
template <class... Row>
struct Rows {
  static constexpr ActionSet kActions{Row::kAction...};
  /// Whether some arcs of a system are temporary.
  static constexpr bool kHasTemporaryArcs =
      (requires(const Configuration& c) { Row::settled(c); } || ...);
  static constexpr bool kHasClosedForm =
      (requires(const Configuration& c, const NoGold& gold) { Row::forbidden(c, gold); } && ...);

  /// Calls `visit` with the row of an action.
  template <class Visitor>
  static constexpr void with(Action action, Visitor&& visit) {
    static_cast<void>(((Row::kAction == action ? (visit(Row{}), true) : false) || ...));
  }
};

/// What most systems have in common: a system derives from this and overrides what differs.
/// SystemRecord, which is made from these facts, explains them.
struct SystemDefaults {
  static constexpr bool kRootFirst = true;
  static constexpr bool kRootLast = true;
  static constexpr bool kPartial = false;
  static constexpr bool kSpan = false;
  static constexpr bool kArcsOnStack = false;
  static constexpr std::optional<SwapOracle> kSwapOracle = std::nullopt;
};

/// A transition system: a stateless type that reads like its table in the literature.
template <class S>
concept TransitionSystem = requires(const Configuration& c) {
  { S::kName } -> std::convertible_to<std::string_view>;
  { S::kRootFirst } -> std::convertible_to<bool>;
  { S::kRootLast } -> std::convertible_to<bool>;
  { S::kPartial } -> std::convertible_to<bool>;
  { S::kSpan } -> std::convertible_to<bool>;
  { S::kArcsOnStack } -> std::convertible_to<bool>;
  { S::kSwapOracle } -> std::convertible_to<std::optional<SwapOracle>>;
  { S::kCompletion } -> std::convertible_to<Completion>;
  typename S::Table;
  { S::is_final(c) } -> std::same_as<bool>;
};

template <class S>
concept HasClosedForm = TransitionSystem<S> && S::Table::kHasClosedForm;

/// Whether a system builds only projective trees.
template <TransitionSystem S>
inline constexpr bool kProjective =
    S::kCompletion == Completion::kNeighbours || S::kCompletion == Completion::kBottomUp;

template <TransitionSystem S>
constexpr bool allows(RootPosition root) {
  return root == RootPosition::kFirst ? S::kRootFirst : S::kRootLast;
}

/// ROOT last where the system allows it, as in PanParser.
template <TransitionSystem S>
constexpr RootPosition default_root() {
  return S::kRootLast ? RootPosition::kLast : RootPosition::kFirst;
}

template <TransitionSystem S>
inline constexpr ActionSet kActionsOf = S::Table::kActions;

/// The actions that add an arc: their transitions carry a label.
template <TransitionSystem S>
constexpr bool adds_arc(Action action) {
  bool adds = false;
  S::Table::with(action, [&](auto row) {
    adds = requires(const Configuration& c) { decltype(row)::arc(c); };
  });
  return adds;
}

/// Actions that add an arc in every configuration: their transitions always have a label.
template <TransitionSystem S>
constexpr bool always_adds_arc(Action action) {
  bool always = false;
  S::Table::with(action, [&](auto row) {
    always = requires(const Configuration& c) {
      { decltype(row)::arc(c) } -> std::same_as<Arc>;
    };
  });
  return always;
}

template <TransitionSystem S>
constexpr SystemRecord record_of() {
  SystemRecord record{.name = S::kName,
                      .root_first = S::kRootFirst,
                      .root_last = S::kRootLast,
                      .default_root = default_root<S>(),
                      .partial = S::kPartial,
                      .span = S::kSpan,
                      .projective = kProjective<S>,
                      .closed_form = HasClosedForm<S>,
                      .temporary_arcs = S::Table::kHasTemporaryArcs,
                      .arcs_on_stack = S::kArcsOnStack,
                      .completion = S::kCompletion,
                      .swap_oracle = S::kSwapOracle,
                      .actions = kActionsOf<S>};
  for (const Action action : kActionsOf<S>) {
    if (adds_arc<S>(action)) record.adding.insert(action);
    if (always_adds_arc<S>(action)) record.always_adding.insert(action);
  }
  return record;
}

template <TransitionSystem S>
bool is_legal(const Configuration& c, Action action) {
  bool legal = false;
  S::Table::with(action, [&](auto row) { legal = decltype(row)::legal(c); });
  return legal;
}

template <TransitionSystem S>
ActionSet legal_actions(const Configuration& c) {
  ActionSet set;
  for (const Action action : kActionsOf<S>) {
    if (is_legal<S>(c, action)) set.insert(action);
  }
  return set;
}

/// The arc that a legal transition adds, if it adds one: the transition then carries a label.
template <TransitionSystem S>
std::optional<Arc> added_arc(const Configuration& c, Action action) {
  std::optional<Arc> arc;
  S::Table::with(action, [&](auto row) {
    if constexpr (requires { decltype(row)::arc(c); }) arc = decltype(row)::arc(c);
  });
  return arc;
}

/// The arc that a legal transition makes a permanent part of the output.
template <TransitionSystem S>
std::optional<Arc> settled_arc(const Configuration& c, Action action) {
  std::optional<Arc> arc = added_arc<S>(c, action);
  S::Table::with(action, [&](auto row) {
    if constexpr (requires { decltype(row)::settled(c); }) arc = decltype(row)::settled(c);
  });
  return arc;
}

/// Takes a legal transition.
template <TransitionSystem S>
void apply(Configuration& c, Transition transition) {
  S::Table::with(transition.action, [&](auto row) { decltype(row)::apply(c, transition.label); });
}

template <TransitionSystem S>
void apply(Configuration& c, Action action) {
  apply<S>(c, Transition{action, kNoLabel});
}

}  // namespace panarc
