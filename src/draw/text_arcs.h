#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "panarc/tree.h"

namespace panarc {

inline constexpr std::size_t kAllLevels = std::numeric_limits<std::size_t>::max();

/// Arcs in characters, one line per word, all of one width, to be followed by the words. Arcs that
/// cross are drawn crossing.
struct TextArcs {
  std::vector<std::string> lines;
  /// What continues the arcs on another line below that of a word.
  std::vector<std::string> between;
  /// The words whose arc has no room. Those under ROOT have none.
  std::vector<bool> left_out;
};

/// How many levels the arcs over `heads` take (element 0 is ROOT's, for which there is no line). A
/// level takes two columns, and the ends of the arcs two more.
std::size_t count_levels(std::span<const Node> heads);

/// Draws the arcs of the first levels: longer arcs are above shorter ones.
TextArcs draw_arcs(std::span<const Node> heads, std::size_t most_levels = kAllLevels);

}  // namespace panarc
