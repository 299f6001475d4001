#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "panarc/choices.h"

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

inline constexpr std::size_t kAllLevels = std::numeric_limits<std::size_t>::max();

/// Arcs as text, one line per word, all of the same width, to be followed by the words. Crossing
/// arcs are drawn crossing.
struct TextArcs {
  std::vector<std::string> lines;
  /// Continuations of the arcs for further lines below that of a word.
  std::vector<std::string> between;
  /// The words whose arc did not fit. Words under ROOT have no arc.
  std::vector<bool> left_out;
};

/// The number of levels for the arcs of `heads` (element 0 is for ROOT, which has no line). A level
/// takes two columns, and the ends of the arcs two more.
std::size_t count_levels(std::span<const Node> heads);

/// Draws the arcs of the first levels: longer arcs are above shorter ones.
TextArcs draw_arcs(std::span<const Node> heads, std::size_t most_levels = kAllLevels);

}  // namespace panarc
