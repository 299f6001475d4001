#include "draw/configuration_drawing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <vector>

#include "draw/arcs.h"
#include "panarc/draw.h"

namespace panarc {
namespace {

std::string listed(std::span<const Node> nodes) {
  return nodes.empty() ? "(empty)" : node_names(nodes);
}

}  // namespace

std::string node_names(std::span<const Node> nodes) {
  std::vector<std::string> names;
  names.reserve(nodes.size());
  for (const Node node : nodes) names.push_back(node == kRoot ? "ROOT" : fmt::format("{}", node));
  return fmt::format("{}", fmt::join(names, " "));
}

std::string draw_configuration(const DrawnConfiguration& configuration) {
  std::string text = fmt::format("stack   {}\n", listed(configuration.stack));
  if (!configuration.compared.empty()) {
    text += fmt::format("behind  {}\n", listed(configuration.compared));
  }
  text += fmt::format("buffer  {}\narcs\n", listed(configuration.buffer));
  const std::vector<std::string> arcs = draw_arcs(configuration.heads).lines;
  for (std::size_t word = 1; word < configuration.heads.size(); ++word) {
    text += fmt::format("  {}{}{}{}\n", arcs[word - 1], word,
                        configuration.texts.empty() ? "" : " " + configuration.texts[word],
                        configuration.heads[word] == kRoot ? " under ROOT" : "");
  }
  return text;
}

std::string draw_configuration(const OracleQuery& query, const OracleAnswer& answer) {
  const Heads& heads = answer.heads;
  std::string text =
      fmt::format("{}, after {}\n\n", query.system,
                  query.after.empty() ? "nothing" : fmt::format("{}", fmt::join(query.after, " ")));
  text += draw_configuration({.stack = answer.stack, .buffer = answer.buffer, .heads = heads});
  if (answer.final) return text + "\nfinal";
  text += fmt::format("\ncosts{}", answer.exact ? "" : " (not proved)");
  for (const auto& [name, cost] : answer.costs) {
    text += fmt::format("\n  {:<12} {}{}", name, cost, cost == 0 ? "  optimal" : "");
  }
  return text;
}

}  // namespace panarc
