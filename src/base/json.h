#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

// Reading and writing JSON takes the compiler long; it is done in one source.

namespace panarc {

/// What nobody writes by hand, and what would take the stack when it is copied or destroyed.
inline constexpr int kDeepestJson = 100;

/// Parses JSON of others. Nothing if it is not well-formed; throws Error if it is nested deeper
/// than kDeepestJson.
std::optional<nlohmann::json> parse_json(std::string_view text);
std::optional<nlohmann::ordered_json> parse_ordered_json(std::string_view text);

/// JSON of others, indented. Throws Error for what is not JSON, or nested too deep.
std::string indented_json(std::string_view text);

/// JSON as text, on one line or indented. Text that is not UTF-8, as names of files need not be,
/// has replacement characters.
std::string dump_json(const nlohmann::json& json, int indent = -1);
std::string dump_json(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace panarc
