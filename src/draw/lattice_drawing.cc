#include "panarc/draw.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "draw/configuration_drawing.h"
#include "draw/display_width.h"
#include "draw/escapes.h"
#include "panarc/io.h"

namespace panarc {

namespace {

/// How a static oracle is shown: by a letter in text, by a colour in Graphviz. The colours are
/// those of tree drawings, and another one that the colour-blind can distinguish from them.
struct OracleMark {
  SwapOracle oracle;
  char letter;
  std::string_view colour;
};
constexpr std::array kOracleMarks{OracleMark{SwapOracle::kEager, 'E', "#0072b2"},
                                  OracleMark{SwapOracle::kLazy, 'L', "#c24e00"},
                                  OracleMark{SwapOracle::kMinimal, 'M', "#009e73"}};

bool is_of(const LatticeEdge& edge, SwapOracle oracle) {
  return std::ranges::find(edge.oracles, oracle) != edge.oracles.end();
}

/// The edges that leave each configuration.
std::vector<std::span<const LatticeEdge>> leaving_edges(const DerivationLattice& lattice) {
  std::vector<std::span<const LatticeEdge>> leaving(lattice.configurations.size());
  const std::span<const LatticeEdge> edges = lattice.edges;
  for (std::size_t first = 0; first < edges.size();) {
    std::size_t end = first;
    while (end < edges.size() && edges[end].from == edges[first].from) ++end;
    leaving[edges[first].from] = edges.subspan(first, end - first);
    first = end;
  }
  return leaving;
}

std::string size_text(const DerivationLattice& lattice) {
  const auto least = static_cast<std::uint64_t>(lattice.min_swaps);
  const auto most = static_cast<std::uint64_t>(lattice.max_swaps);
  return fmt::format(
      "{}, {}, {}", counted(lattice.derivations, "derivation"),
      counted(lattice.configurations.size(), "configuration"),
      least == most ? counted(least, "swap") : fmt::format("{} to {} swaps", least, most));
}

/// The lines on the left: each leads to a configuration further down, in its own lane.
class LatticeLanes {
 public:
  /// The line of a configuration, where all lanes that lead to it end.
  std::string arrive(std::size_t configuration) {
    std::vector<std::size_t> ending;
    for (std::size_t lane = 0; lane < targets_.size(); ++lane) {
      if (targets_[lane] == configuration) ending.push_back(lane);
    }
    if (ending.empty()) ending.push_back(free_lane(0));
    at_ = ending.front();
    std::string line = draw(at_, "●", ending, "┴", "╯");
    for (const std::size_t lane : ending) targets_[lane].reset();
    return line;
  }

  /// Continues to a configuration in the lane of the current one.
  void go_on(std::size_t configuration) { targets_[at_] = configuration; }

  /// The line on which a lane to another configuration begins.
  std::string branch(std::size_t configuration) {
    const std::size_t lane = free_lane(at_ + 1);
    std::string line = draw(at_, "├", std::vector{at_, lane}, "┬", "╮");
    targets_[lane] = configuration;
    return line;
  }

 private:
  std::size_t free_lane(std::size_t first) {
    for (std::size_t lane = first; lane < targets_.size(); ++lane) {
      if (!targets_[lane]) return lane;
    }
    targets_.resize(std::max(targets_.size(), first) + 1);
    return targets_.size() - 1;
  }

  /// All lanes; a line joins some of them, the first of which looks like `first`.
  [[nodiscard]] std::string draw(std::size_t at, std::string_view first,
                                 std::span<const std::size_t> joined, std::string_view inner,
                                 std::string_view last) const {
    std::string line;
    for (std::size_t lane = 0; lane < targets_.size(); ++lane) {
      const bool in_line = at <= lane && lane <= joined.back();
      const bool is_joined = std::ranges::find(joined, lane) != joined.end();
      if (lane == at) {
        line += first;
      } else if (is_joined) {
        line += lane == joined.back() ? last : inner;
      } else if (targets_[lane]) {
        line += in_line ? "┼" : "│";
      } else {
        line += in_line ? "─" : " ";
      }
      line += in_line && lane != joined.back() ? "─" : " ";
    }
    return line;
  }

  std::vector<std::optional<std::size_t>> targets_;
  std::size_t at_ = 0;  // the lane of the current configuration
};

std::string leaving_text(std::span<const LatticeEdge> edges, const TextStyle& style) {
  std::vector<std::string> texts;
  for (const LatticeEdge& edge : edges) {
    std::string letters;
    for (const OracleMark& mark : kOracleMarks) {
      if (is_of(edge, mark.oracle)) letters += mark.letter;
    }
    if (!letters.empty()) {
      letters = fmt::format("{}{}{}", style.colour ? " \x1b[1m" : " ", letters,
                            style.colour ? "\x1b[0m" : "");
    }
    texts.push_back(fmt::format("{} → {}{}", terminal_text(edge.transition), edge.to, letters));
  }
  return texts.empty() ? "final" : fmt::format("{}", fmt::join(texts, ", "));
}

/// The cells of a line; empty if it only has lanes.
struct LatticeLine {
  std::string lanes;
  std::vector<std::string> cells;
};

std::string lined_up(const std::vector<LatticeLine>& lines) {
  std::size_t lane_width = 0;
  std::vector<std::size_t> widths(lines.front().cells.size(), 0);
  for (const auto& [lanes, cells] : lines) {
    lane_width = std::max(lane_width, display_width(lanes));
    for (std::size_t i = 0; i < cells.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(cells[i]));
    }
  }
  std::string text;
  for (const auto& [lanes, cells] : lines) {
    std::string line = lanes + std::string(lane_width - display_width(lanes), ' ');
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string padding(widths[i] - display_width(cells[i]), ' ');
      // Configuration numbers are right-aligned; other cells are left-aligned.
      line += i == 0 ? padding + cells[i] : "  " + cells[i];
      if (i > 0 && i + 1 < cells.size()) line += padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace

std::string draw_lattice(const DerivationLattice& lattice, const TextStyle& style) {
  const auto leaving = leaving_edges(lattice);
  LatticeLanes lanes;
  std::vector<LatticeLine> lines{{"", {"", "stack", "buffer", "transitions"}}};
  for (std::size_t i = 0; i < lattice.configurations.size(); ++i) {
    const LatticeConfiguration& configuration = lattice.configurations[i];
    lines.push_back({lanes.arrive(i),
                     {fmt::format("{}", i), node_names(configuration.stack),
                      node_names(configuration.buffer), leaving_text(leaving[i], style)}});
    for (const LatticeEdge& edge : leaving[i]) {
      if (&edge == &leaving[i].front()) {
        lanes.go_on(edge.to);
      } else {
        lines.push_back({lanes.branch(edge.to), {}});
      }
    }
  }
  return fmt::format("{}\n\n{}\nE, L, M: the way of the static oracles EAGER, LAZY, MINIMAL\n",
                     size_text(lattice), lined_up(lines));
}

namespace {

std::string dot_node(std::size_t number, const LatticeConfiguration& configuration) {
  const std::string buffer = node_names(configuration.buffer);
  return fmt::format("  {} [label=<<b>{}</b> <font color=\"#5b6570\">|{}{}</font>>];\n", number,
                     node_names(configuration.stack), buffer.empty() ? "" : " ", buffer);
}

/// One line per static oracle, side by side, or a thin grey one.
std::string dot_edge(const LatticeEdge& edge) {
  std::vector<std::string_view> colours;
  for (const OracleMark& mark : kOracleMarks) {
    if (is_of(edge, mark.oracle)) colours.push_back(mark.colour);
  }
  // The space separates the text from the line.
  std::string attributes = fmt::format("label=<&#160;{}>", xml_text(edge.transition));
  if (!colours.empty()) {
    attributes += fmt::format(" color=\"{}\" penwidth=1.8", fmt::join(colours, ":"));
  }
  return fmt::format("  {} -> {} [{}];\n", edge.from, edge.to, attributes);
}

/// A legend of the colours, above the drawing.
std::string dot_title(const DerivationLattice& lattice) {
  std::string title = fmt::format("{}<br/><font point-size=\"11\">", size_text(lattice));
  for (const OracleMark& mark : kOracleMarks) {
    std::string name(kSwapOracleNames.of(mark.oracle));
    std::ranges::transform(name, name.begin(),
                           [](char c) { return static_cast<char>(c - 'a' + 'A'); });
    title += fmt::format("{}<font color=\"{}\">━━ {}</font>",
                         &mark == kOracleMarks.data() ? "" : "   ", mark.colour, name);
  }
  return title + "</font><br/> ";
}

}  // namespace

std::string lattice_dot(const DerivationLattice& lattice) {
  std::string dot = fmt::format(
      "digraph lattice {{\n"
      "  graph [fontname=\"Helvetica\" fontsize=13 labelloc=t nodesep=0.4 ranksep=0.35\n"
      "         label=<{}>];\n"
      "  node [shape=box style=\"rounded,filled\" fillcolor=\"#f5f7f9\" color=\"#7b8590\"\n"
      "        fontname=\"Helvetica\" fontsize=12 height=0.3 margin=\"0.12,0.05\"];\n"
      "  edge [fontname=\"Helvetica\" fontsize=10 color=\"#7b8590\" arrowsize=0.7];\n",
      dot_title(lattice));
  for (std::size_t i = 0; i < lattice.configurations.size(); ++i) {
    dot += dot_node(i, lattice.configurations[i]);
  }
  for (const LatticeEdge& edge : lattice.edges) dot += dot_edge(edge);
  return dot + "}\n";
}

}  // namespace panarc
