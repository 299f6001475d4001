#include "cli/json.h"

#include <nlohmann/json.hpp>

namespace panarc::cli {

using Json = nlohmann::ordered_json;

std::optional<Json> parse_ordered_json(std::string_view text) {
  Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  if (json.is_discarded()) return std::nullopt;
  return json;
}

std::string dump_json(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace panarc::cli
