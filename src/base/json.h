#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "panarc/choices.h"

// JSON is slow to compile, so all reading and writing is in one source file.

namespace panarc {

/// Nobody nests deeper by hand, and copying or destroying it could exhaust the stack.
inline constexpr int kDeepestJson = 100;

/// Parses JSON from outside. Nothing if it is not well-formed; throws Error if it is nested deeper
/// than kDeepestJson.
std::optional<nlohmann::json> parse_json(std::string_view text);
std::optional<nlohmann::ordered_json> parse_ordered_json(std::string_view text);

/// Indents JSON from outside. Throws Error if it is not JSON, or nested too deeply.
std::string indented_json(std::string_view text);

/// The heads of words, from word 1 on; null where there is none.
nlohmann::ordered_json heads_json(std::span<const Node> heads);

/// JSON as text, on one line or indented. Invalid UTF-8, for example in file names, becomes
/// replacement characters.
std::string dump_json(const nlohmann::json& json, int indent = -1);
std::string dump_json(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace panarc
