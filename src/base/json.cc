#include "base/json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "panarc/error.h"

namespace panarc {
namespace {

template <class Json>
std::optional<Json> parse(std::string_view text) {
  const auto check_depth = [](int depth, typename Json::parse_event_t /*event*/, Json& /*value*/) {
    if (depth > kDeepestJson) {
      throw Error(fmt::format("the JSON is nested more than {} levels deep", kDeepestJson));
    }
    return true;
  };
  Json json = Json::parse(text.begin(), text.end(), check_depth, false);
  if (json.is_discarded()) return std::nullopt;
  return json;
}

template <class Json>
std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::optional<nlohmann::json> parse_json(std::string_view text) {
  return parse<nlohmann::json>(text);
}

std::optional<nlohmann::ordered_json> parse_ordered_json(std::string_view text) {
  return parse<nlohmann::ordered_json>(text);
}

nlohmann::ordered_json heads_json(std::span<const Node> heads) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Node head : heads.subspan(1)) {
    json.push_back(head == kNoHead ? nlohmann::ordered_json() : nlohmann::ordered_json(head));
  }
  return json;
}

std::string indented_json(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) throw Error("it is not JSON");
  return dump_json(*json, 1);
}

std::string dump_json(const nlohmann::json& json, int indent) { return dump(json, indent); }
std::string dump_json(const nlohmann::ordered_json& json, int indent) { return dump(json, indent); }

}  // namespace panarc
