#include "draw/arcs.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string_view>

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

namespace {

/// Which neighbours a cell of a line drawing is joined to.
enum Joined : std::uint8_t { kUp = 1, kDown = 2, kLeft = 4, kRight = 8 };

constexpr std::array<std::string_view, 16> kLineDrawing{" ", "╵", "╷", "│", "╴", "╯", "╮", "┤",
                                                        "╶", "╰", "╭", "├", "─", "┴", "┬", "┼"};
constexpr std::string_view kArrow = "►";

/// The arcs between words, and the word at the arrow of each.
struct WordArcs {
  std::vector<ArcSpan> spans;
  std::vector<std::size_t> dependents;
  std::size_t levels = 0;
};

WordArcs arcs_between_words(std::span<const Node> heads) {
  WordArcs arcs;
  for (std::size_t word = 1; word < heads.size(); ++word) {
    if (heads[word] <= kRoot) continue;
    const auto head = static_cast<std::size_t>(heads[word]);
    arcs.spans.push_back({std::min(word, head) - 1, std::max(word, head) - 1});
    arcs.dependents.push_back(word - 1);
  }
  arcs.levels = assign_levels(arcs.spans, CommonEnds::kOverlap);
  return arcs;
}

using Cells = std::vector<std::vector<std::uint8_t>>;

void add_arc(Cells& cells, const ArcSpan& arc, std::size_t column) {
  const std::size_t end = cells.front().size() - 1;
  for (const std::size_t row : {arc.first, arc.last}) {
    cells[row][column] |= static_cast<std::uint8_t>(kRight | (row == arc.first ? kDown : kUp));
    for (std::size_t x = column + 1; x < end; ++x) cells[row][x] |= kLeft | kRight;
  }
  for (std::size_t row = arc.first + 1; row < arc.last; ++row) cells[row][column] |= kUp | kDown;
}

std::string line_of_cells(const std::vector<std::uint8_t>& cells, bool arrow) {
  std::string line;
  for (std::size_t x = 0; x + 1 < cells.size(); ++x) {
    line += arrow && x + 2 == cells.size() ? kArrow : kLineDrawing[cells[x]];
  }
  return line + ' ';
}

std::string line_below(const std::vector<std::uint8_t>& cells) {
  std::string line;
  for (const std::uint8_t cell : cells) {
    line += kLineDrawing[(cell & kDown) != 0 ? kUp | kDown : 0];
  }
  return line;
}

}  // namespace

std::size_t count_levels(std::span<const Node> heads) { return arcs_between_words(heads).levels; }

TextArcs draw_arcs(std::span<const Node> heads, std::size_t most_levels) {
  const std::size_t words = heads.size() - 1;
  const WordArcs arcs = arcs_between_words(heads);
  const std::size_t levels = std::min(arcs.levels, most_levels);
  Cells cells(words, std::vector<std::uint8_t>(2 * levels + 2, 0));
  TextArcs drawn;
  drawn.left_out.assign(words, false);
  std::vector<bool> is_dependent(words, false);
  for (std::size_t i = 0; i < arcs.spans.size(); ++i) {
    const std::size_t level = arcs.spans[i].level;
    (level < levels ? is_dependent : drawn.left_out)[arcs.dependents[i]] = true;
    // Level 0 is next to the words.
    if (level < levels) add_arc(cells, arcs.spans[i], 2 * (levels - 1 - level));
  }
  for (std::size_t row = 0; row < words; ++row) {
    drawn.lines.push_back(line_of_cells(cells[row], is_dependent[row]));
    drawn.between.push_back(line_below(cells[row]));
  }
  return drawn;
}

}  // namespace panarc
