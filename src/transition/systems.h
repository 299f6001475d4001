#pragma once

#include <string_view>
#include <tuple>

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
#include "transition/system_record.h"
#include "transition/user_system.h"

namespace panarc {

/// All transition systems. A new one is added here, and every command, oracle, search and test then
/// knows it.
using Systems = std::tuple<ArcEager, ArcHybrid, ArcStandard, NonMonotonicArcEager, ArcEagerPartial,
                           ArcHybridPartial, ArcEagerSpan, ArcHybridSpan, Swap, Covington>;

/// Calls `visit` with a value of each system's type.
template <class Visitor>
void for_each_system(Visitor&& visit) {
  std::apply([&](auto... system) { (visit(system), ...); }, Systems{});
}

/// Calls `visit` with a value of the named system's type, UserDefined for a user's; an unknown name
/// is an error that lists the known ones.
template <class Visitor>
void with_system(std::string_view name, Visitor&& visit) {
  if (system_record(name).user != nullptr) {
    visit(UserDefined{});
    return;
  }
  for_each_system([&](auto system) {
    if (decltype(system)::kName == name) visit(system);
  });
}

}  // namespace panarc
