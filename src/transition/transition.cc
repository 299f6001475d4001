#include "transition/transition.h"

#include <algorithm>

namespace panarc {

namespace {

constexpr std::array<std::string_view, kActionCount> kNames{"SHIFT",  "LEFT", "RIGHT",
                                                            "REDUCE", "SWAP", "NO-ARC"};

}  // namespace

std::string_view action_name(Action action) { return kNames[static_cast<std::size_t>(action)]; }

std::optional<Action> parse_action(std::string_view name) {
  const auto* const found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Action>(found - kNames.begin());
}

}  // namespace panarc
