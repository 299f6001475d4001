#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

/// JSON for what only the command prints: see panarc/json.h for everything else.

namespace panarc::cli {

/// What the library has written; nothing if it is not JSON.
std::optional<nlohmann::ordered_json> parse_ordered_json(std::string_view text);

/// On one line. Invalid UTF-8, for example in file names, becomes replacement characters.
std::string dump_json(const nlohmann::ordered_json& json);

}  // namespace panarc::cli
