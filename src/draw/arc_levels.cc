#include "draw/arc_levels.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace panarc {

std::size_t assign_levels(std::span<ArcSpan> arcs, CommonEnds ends) {
  std::vector<std::size_t> by_length(arcs.size());
  std::iota(by_length.begin(), by_length.end(), 0);
  std::stable_sort(by_length.begin(), by_length.end(), [&](std::size_t a, std::size_t b) {
    return arcs[a].last - arcs[a].first < arcs[b].last - arcs[b].first;
  });
  std::size_t places = 0;
  for (const ArcSpan& arc : arcs) places = std::max(places, arc.last + 1);
  // The number of levels used at every place; if side by side, in the gap after it.
  std::vector<std::size_t> taken(places, 0);
  std::size_t levels = 0;
  for (const std::size_t index : by_length) {
    ArcSpan& arc = arcs[index];
    const std::size_t end = arc.last + (ends == CommonEnds::kOverlap ? 1 : 0);
    const std::span over = std::span(taken).subspan(arc.first, end - arc.first);
    arc.level = over.empty() ? 0 : *std::max_element(over.begin(), over.end());
    std::fill(over.begin(), over.end(), arc.level + 1);
    levels = std::max(levels, arc.level + 1);
  }
  return levels;
}

}  // namespace panarc
