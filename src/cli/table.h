#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "panarc/draw.h"

namespace panarc::cli {

/// Scores by their names, in one line: `UAS 90.12, LAS 88.34`. Values that are not numbers are left
/// out.
std::string scores_text(const nlohmann::ordered_json& scores);
/// The scores of a parser that matter most.
std::string main_scores_text(const nlohmann::ordered_json& scores, bool labelled);

}  // namespace panarc::cli
