#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "panarc/choices.h"

namespace panarc {

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
