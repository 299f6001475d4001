#pragma once

#include <vector>

#include "transition/systems.h"

namespace panarc::test {

/// All options that a system allows: ROOT on either side, any number of roots or one, and short
/// arcs where there is a limit.
template <TransitionSystem S>
std::vector<SystemOptions> all_options() {
  std::vector<SystemOptions> options;
  for (const RootPosition root : {RootPosition::kFirst, RootPosition::kLast}) {
    if (!allows<S>(root)) continue;
    for (const bool single_root : {false, true}) {
      options.push_back({.root = root, .single_root = single_root, .span = 0});
      if (S::kSpan) options.push_back({.root = root, .single_root = single_root, .span = 2});
    }
  }
  return options;
}

/// Calls `visit(system, options)` for all systems with all their options.
template <class Visitor>
void for_each_system_with_options(Visitor&& visit) {
  for_each_system([&](auto system) {
    for (const SystemOptions& options : all_options<decltype(system)>()) visit(system, options);
  });
}

}  // namespace panarc::test
