#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "panarc/oracle.h"

namespace panarc {

/// Longer sentences are not counted: derivations grow quadratically.
inline constexpr int kMaxSwapWords = 5000;

/// The public function, with a limit on the states that the search for MINIMAL may keep.
std::optional<SwapStatistics> swap_statistics(std::span<const Node> heads, std::size_t state_limit);

}  // namespace panarc
