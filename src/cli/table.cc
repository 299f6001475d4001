#include "cli/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace panarc::cli {

std::string scores_text(const nlohmann::ordered_json& scores) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : scores.items()) {
    if (value.is_number()) texts.push_back(fmt::format("{} {:.2f}", name, value.get<double>()));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string main_scores_text(const nlohmann::ordered_json& scores, bool labelled) {
  nlohmann::ordered_json some{{"UAS", scores["UAS"]}};
  if (labelled) some["LAS"] = scores["LAS"];
  return scores_text(some);
}

}  // namespace panarc::cli
