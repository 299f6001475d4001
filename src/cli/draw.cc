#include "cli/draw.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "draw/configuration_drawing.h"

namespace panarc::cli {

std::string draw_configuration(const OracleQuery& query, const OracleAnswer& answer) {
  Heads heads{kNoHead};
  heads.insert(heads.end(), answer.heads.begin(), answer.heads.end());
  std::string text =
      fmt::format("{}, after {}\n\n", query.system,
                  query.after.empty() ? "nothing" : fmt::format("{}", fmt::join(query.after, " ")));
  text +=
      panarc::draw_configuration({.stack = answer.stack, .buffer = answer.buffer, .heads = heads});
  if (answer.final) return text + "\nfinal";
  text += fmt::format("\ncosts{}", answer.exact ? "" : " (not proved)");
  for (const auto& [name, cost] : answer.costs) {
    text += fmt::format("\n  {:<12} {}{}", name, cost, cost == 0 ? "  optimal" : "");
  }
  return text;
}

}  // namespace panarc::cli
