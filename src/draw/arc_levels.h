#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace panarc {

/// An arc over places in a row, from the first to the last that it touches.
struct ArcSpan {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t level = 0;
};

/// Whether arcs that share only an end may be side by side.
enum class CommonEnds : std::uint8_t { kOverlap, kSideBySide };

/// Gives every arc a level above those of all shorter arcs that it overlaps. Returns the number of
/// levels. Takes time proportional to the total length of the arcs.
std::size_t assign_levels(std::span<ArcSpan> arcs, CommonEnds ends);

}  // namespace panarc
