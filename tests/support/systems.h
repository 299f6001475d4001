#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "transition/systems.h"

namespace panarc::test {

/// The name of a system as part of that of a test.
inline std::string test_name(std::string_view system) {
  std::string name(system);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

/// For tests with the name of a system as their parameter.
inline std::vector<std::string> all_systems() {
  std::vector<std::string> names;
  for_each_system([&](auto system) { names.emplace_back(decltype(system)::kName); });
  return names;
}
inline std::string name_of_parameter(const testing::TestParamInfo<std::string>& info) {
  return test_name(info.param);
}

/// For tests with a system as their type.
template <class Tuple>
struct TypesOf;
template <class... S>
struct TypesOf<std::tuple<S...>> {
  using Types = testing::Types<S...>;
};
using AllSystems = TypesOf<Systems>::Types;
struct NameOfType {
  template <TransitionSystem S>
  static std::string GetName(int /*index*/) {  // NOLINT: the name is GoogleTest's
    return test_name(S::kName);
  }
};

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
