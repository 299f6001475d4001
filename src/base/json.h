#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "panarc/error.h"

namespace panarc {

/// What nobody writes by hand, and what would take the stack when it is copied or destroyed.
inline constexpr int kDeepestJson = 100;

/// Parses JSON of others. Nothing if it is not well-formed; throws Error if it is nested deeper
/// than kDeepestJson.
template <class Json>
std::optional<Json> parse_json(std::string_view text) {
  const auto check_depth = [](int depth, typename Json::parse_event_t /*event*/, Json& /*value*/) {
    if (depth > kDeepestJson) {
      throw Error("the JSON is nested more than " + std::to_string(kDeepestJson) + " levels deep");
    }
    return true;
  };
  Json json = Json::parse(text.begin(), text.end(), check_depth, false);
  if (json.is_discarded()) return std::nullopt;
  return json;
}

}  // namespace panarc
