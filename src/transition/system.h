#pragma once

#include <concepts>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "transition/configuration.h"
#include "transition/transition.h"

namespace panarc {

/// How the best completion of a configuration is found (src/oracle/): what a system tells about
/// itself so that its exact costs need no code of its own.
enum class Completion {
  /// A projective tree over stack and buffer in which a word on the stack is the dependent of its
  /// neighbour below or of a word in the buffer (arc-eager, arc-hybrid and their kin).
  kNeighbours,
  /// Arcs join the two top elements of the stack (arc-standard; Goldberg et al. 2014).
  kBottomUp,
  /// Any tree over the pairs of nodes that are still to be compared (Covington).
  kPairs,
  /// None is known: search over derivations, with bounds (swap, and any system one may add).
  kSearch,
};

/// Of a word on the stack: what may still become of the arc from the element below it.
enum class ArcFromBelow { kFixed, kOpen, kNever };

/// The rows of a system's table, each a type with `kAction`, `legal` and `apply`. A row that adds
/// an arc has `arc`; one that adds it only for a time, or confirms an earlier one, has `settled` as
/// well: the arc that can no longer be undone. A system whose costs have a closed form gives for
/// each row the gold arcs that it forbids (the cost table of the papers) and its move on the stack,
/// and for the system what becomes incompatible.
template <class... Row>
struct Rows {
  static constexpr ActionSet kActions{Row::kAction...};
  /// Some arcs are only there for a time.
  static constexpr bool kHasTemporaryArcs =
      (requires(const Configuration& c) { Row::settled(c); } || ...);

  /// Calls `visit` with the row of an action.
  template <class Visitor>
  static constexpr void with(Action action, Visitor&& visit) {
    static_cast<void>(((Row::kAction == action ? (visit(Row{}), true) : false) || ...));
  }
};

/// A transition system: a stateless type that reads like its table in the literature.
template <class S>
concept TransitionSystem = requires(const Configuration& c) {
  { S::kName } -> std::convertible_to<std::string_view>;
  { S::kRootFirst } -> std::convertible_to<bool>;
  { S::kRootLast } -> std::convertible_to<bool>;
  { S::kPartial } -> std::convertible_to<bool>;
  { S::kCompletion } -> std::convertible_to<Completion>;
  typename S::Table;
  { S::is_final(c) } -> std::same_as<bool>;
};

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

/// Of those, the ones that add an arc in every configuration: none of their transitions lacks a
/// label.
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

/// The arc that a legal transition makes part of the output for good.
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
