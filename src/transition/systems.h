#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "panarc/error.h"
#include "transition/arc_eager.h"
#include "transition/arc_eager_partial.h"
#include "transition/arc_eager_span.h"
#include "transition/arc_hybrid.h"
#include "transition/arc_hybrid_partial.h"
#include "transition/arc_hybrid_span.h"
#include "transition/arc_standard.h"
#include "transition/covington.h"
#include "transition/non_monotonic_arc_eager.h"
#include "transition/swap.h"

namespace panarc {

/// All transition systems. A new one is added here, and is then known to every command, oracle,
/// search and test.
using Systems = std::tuple<ArcEager, ArcHybrid, ArcStandard, NonMonotonicArcEager, ArcEagerPartial,
                           ArcHybridPartial, ArcEagerSpan, ArcHybridSpan, Swap, Covington>;

/// Calls `visit` with a value of each system's type.
template <class Visitor>
void for_each_system(Visitor&& visit) {
  std::apply([&](auto... system) { (visit(system), ...); }, Systems{});
}

/// The names of all systems, separated by a comma and a space.
std::string system_names();

/// Calls `visit` with a value of the type of the system with this name; an unknown name is an error
/// that lists the known ones.
template <class Visitor>
void with_system(std::string_view name, Visitor&& visit) {
  bool found = false;
  for_each_system([&](auto system) {
    if (decltype(system)::kName == name) {
      found = true;
      visit(system);
    }
  });
  if (!found) {
    throw Error("unknown transition system '" + std::string(name) + "'; expected one of " +
                system_names());
  }
}

template <TransitionSystem S>
inline constexpr bool kHasSpan = requires {
  S::kSpan;
};

template <TransitionSystem S>
constexpr bool allows(RootPosition root) {
  return root == RootPosition::kFirst ? S::kRootFirst : S::kRootLast;
}

/// ROOT last where the system allows it, as in PanParser.
template <TransitionSystem S>
constexpr RootPosition default_root() {
  return S::kRootLast ? RootPosition::kLast : RootPosition::kFirst;
}

}  // namespace panarc
