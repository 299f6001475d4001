#include "cli/draw.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <vector>

#include "draw/text_arcs.h"

namespace panarc::cli {

namespace {

std::string node_name(Node node) { return node == kRoot ? "ROOT" : fmt::format("{}", node); }

std::string node_names(const std::vector<Node>& nodes) {
  if (nodes.empty()) return "(empty)";
  std::vector<std::string> names;
  names.reserve(nodes.size());
  for (const Node node : nodes) names.push_back(node_name(node));
  return fmt::format("{}", fmt::join(names, " "));
}

}  // namespace

std::string draw_configuration(const OracleQuery& query, const OracleAnswer& answer) {
  const Heads& heads = answer.heads;
  std::string text =
      fmt::format("{}, after {}\n\n", query.system,
                  query.after.empty() ? "nothing" : fmt::format("{}", fmt::join(query.after, " ")));
  text +=
      fmt::format("stack   {}\nbuffer  {}\n", node_names(answer.stack), node_names(answer.buffer));
  text += "arcs\n";
  const std::vector<std::string> arcs = draw_arcs(heads).lines;
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
