#include "cli/draw.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "io/utf8.h"

namespace panarc::cli {

namespace {

/// Which neighbours a cell of a line drawing is joined to.
enum Side : std::uint8_t { kUp = 1, kDown = 2, kLeft = 4, kRight = 8 };

constexpr std::array<std::string_view, 16> kLines{" ", "╵", "╷", "│", "╴", "╯", "╮", "┤",
                                                  "╶", "╰", "╭", "├", "─", "┴", "┬", "┼"};
constexpr std::string_view kArrow = "►";

struct Span {
  std::size_t top;
  std::size_t bottom;
  std::size_t dependent;
  std::size_t level = 0;
};

/// Gives every arc the smallest level at which it lies over none of the shorter ones it overlaps.
std::size_t assign_levels(std::vector<Span>& arcs) {
  std::stable_sort(arcs.begin(), arcs.end(), [](const Span& a, const Span& b) {
    return a.bottom - a.top < b.bottom - b.top;
  });
  std::size_t levels = 0;
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool apart = arcs[j].bottom < arcs[i].top || arcs[i].bottom < arcs[j].top;
      if (!apart) arcs[i].level = std::max(arcs[i].level, arcs[j].level + 1);
    }
    levels = std::max(levels, arcs[i].level + 1);
  }
  return levels;
}

std::string node_name(Node node) { return node == kRoot ? "ROOT" : fmt::format("{}", node); }

std::string node_names(const std::vector<Node>& nodes) {
  if (nodes.empty()) return "(empty)";
  std::vector<std::string> names;
  names.reserve(nodes.size());
  for (const Node node : nodes) names.push_back(node_name(node));
  return fmt::format("{}", fmt::join(names, " "));
}

}  // namespace

std::vector<std::string> draw_arcs(std::span<const Node> heads) {
  const std::size_t words = heads.size() - 1;
  std::vector<Span> arcs;
  for (std::size_t word = 1; word <= words; ++word) {
    if (heads[word] <= kRoot) continue;
    const auto head = static_cast<std::size_t>(heads[word]);
    arcs.push_back({std::min(word, head) - 1, std::max(word, head) - 1, word - 1});
  }
  const std::size_t levels = assign_levels(arcs);
  // Level 0 is next to the words; two columns a level, and two for the ends of the arcs.
  const std::size_t width = 2 * levels + 2;
  std::vector<std::vector<std::uint8_t>> cells(words, std::vector<std::uint8_t>(width, 0));
  std::vector<bool> is_dependent(words, false);
  for (const Span& arc : arcs) {
    const std::size_t column = 2 * (levels - 1 - arc.level);
    for (const std::size_t row : {arc.top, arc.bottom}) {
      cells[row][column] |= static_cast<std::uint8_t>(kRight | (row == arc.top ? kDown : kUp));
      for (std::size_t x = column + 1; x < width - 1; ++x) cells[row][x] |= kLeft | kRight;
    }
    for (std::size_t row = arc.top + 1; row < arc.bottom; ++row) cells[row][column] |= kUp | kDown;
    is_dependent[arc.dependent] = true;
  }
  std::vector<std::string> lines(words);
  for (std::size_t row = 0; row < words; ++row) {
    for (std::size_t x = 0; x + 1 < width; ++x) {
      const bool arrow = x + 2 == width && is_dependent[row];
      lines[row] += arrow ? kArrow : kLines[cells[row][x]];
    }
    lines[row] += ' ';
  }
  return lines;
}

std::string draw_tree(const Sentence& sentence) {
  const std::vector<std::string> arcs = draw_arcs(sentence.heads());
  std::size_t widest = 0;
  for (Node word = 1; word <= sentence.size(); ++word) {
    widest = std::max(widest, count_characters(sentence.form(word)));
  }
  std::string text;
  for (Node word = 1; word <= sentence.size(); ++word) {
    const std::string_view form = sentence.form(word);
    const std::string padding(widest - count_characters(form), ' ');
    text += fmt::format("{}{}{}  {:<6} {}\n", arcs[static_cast<std::size_t>(word) - 1], form,
                        padding, sentence.upos(word), sentence.deprel(word));
  }
  return text;
}

std::string draw_configuration(const OracleQuery& query, const OracleAnswer& answer) {
  Heads heads{kNoHead};
  heads.insert(heads.end(), answer.heads.begin(), answer.heads.end());
  std::string text =
      fmt::format("{}, after {}\n\n", query.system,
                  query.after.empty() ? "nothing" : fmt::format("{}", fmt::join(query.after, " ")));
  text +=
      fmt::format("stack   {}\nbuffer  {}\n", node_names(answer.stack), node_names(answer.buffer));
  text += "arcs\n";
  const auto arcs = draw_arcs(heads);
  for (std::size_t word = 1; word < heads.size(); ++word) {
    text +=
        fmt::format("  {}{}{}\n", arcs[word - 1], word, heads[word] == kRoot ? " under ROOT" : "");
  }
  if (answer.final) return text + "\nfinal";
  text += fmt::format("\ncosts{}", answer.exact ? "" : " (not proved)");
  for (const auto& [name, cost] : answer.costs) {
    text += fmt::format("\n  {:<12} {}{}", name, cost, cost == 0 ? "  optimal" : "");
  }
  return text;
}

}  // namespace panarc::cli
