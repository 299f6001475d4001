#include "panarc/oracle_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <nlohmann/json.hpp>

#include "panarc/error.h"
#include "panarc/choices.h"

namespace panarc {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 8> kFields{"system", "root",   "heads",       "after",
                                                  "span",   "labels", "constraints", "single_root"};

[[noreturn]] void wrong(std::string_view field, const Json& found, std::string_view expected) {
  // A list or an object may be of any size and depth.
  const std::string shown = found.is_structured()
                                ? fmt::format("an {}", found.type_name())
                                : found.dump(-1, ' ', false, Json::error_handler_t::replace);
  throw Error(fmt::format("\"{}\" is {}; expected {}", field, shown, expected));
}

Node node_from(const Json& json) {
  constexpr std::int64_t kLargest = 1 << 30;
  if (!json.is_number_integer()) wrong("heads", json, "whole numbers, null, lists, \"<\" or \">\"");
  const auto value = json.get<std::int64_t>();
  if (value < 0 || value > kLargest) wrong("heads", json, "0 to the number of words");
  return static_cast<Node>(value);
}

KnownHead known_head_from(const Json& json) {
  if (json.is_null()) return {};
  if (json.is_string()) {
    const auto& side = json.get_ref<const std::string&>();
    if (side == "<") return {KnownHead::Kind::kLeft, {}};
    if (side == ">") return {KnownHead::Kind::kRight, {}};
    wrong("heads", json, "a number, null, a list, \"<\" or \">\"");
  }
  KnownHead known{KnownHead::Kind::kOneOf, {}};
  if (!json.is_array()) {
    known.heads.push_back(node_from(json));
  } else {
    for (const Json& head : json) known.heads.push_back(node_from(head));
  }
  if (known.heads.empty()) known.kind = KnownHead::Kind::kUnknown;
  return known;
}

const Json& list(const Json& query, const char* field) {
  const Json& value = query.at(field);
  if (!value.is_array()) wrong(field, value, "a list");
  return value;
}

bool flag(const Json& query, const char* field) {
  if (!query.contains(field)) return false;
  const Json& value = query.at(field);
  if (!value.is_boolean()) wrong(field, value, "true or false");
  return value.get<bool>();
}

RootPosition root_from(std::string_view name) {
  if (const auto root = kRootPositionNames.parse(name)) return *root;
  throw Error(fmt::format("root is '{}'; expected {}", name, kRootPositionNames.list(" or ")));
}

}  // namespace

OracleQuery oracle_query_from_json(std::string_view line) {
  const Json json = Json::parse(line.begin(), line.end(), nullptr, false);
  if (json.is_discarded()) throw Error("the line is not JSON");
  if (!json.is_object()) wrong("query", json, "an object");
  for (const auto& [field, value] : json.items()) {
    if (std::find(kFields.begin(), kFields.end(), field) == kFields.end()) {
      throw Error(
          fmt::format("unknown field \"{}\"; expected {}", field, fmt::join(kFields, ", ")));
    }
  }
  OracleQuery query;
  if (!json.contains("system")) throw Error("\"system\" is missing");
  if (!json.at("system").is_string()) wrong("system", json.at("system"), "a name");
  query.system = json.at("system").get<std::string>();
  if (json.contains("root")) {
    if (!json.at("root").is_string()) wrong("root", json.at("root"), "\"first\" or \"last\"");
    query.root = root_from(json.at("root").get_ref<const std::string&>());
  }
  query.single_root = flag(json, "single_root");
  query.constraints = flag(json, "constraints");
  if (json.contains("span") && !json.at("span").is_null()) {
    const Json& span = json.at("span");
    constexpr std::int64_t kLongest = 1 << 30;
    if (!span.is_number_integer() || span.get<std::int64_t>() < 1 ||
        span.get<std::int64_t>() > kLongest) {
      wrong("span", span, "a whole number of 1 or more");
    }
    query.span = static_cast<int>(span.get<std::int64_t>());
  }
  if (!json.contains("heads")) throw Error("\"heads\" is missing");
  for (const Json& head : list(json, "heads")) query.heads.push_back(known_head_from(head));
  if (json.contains("labels")) {
    for (const Json& label : list(json, "labels")) {
      if (!label.is_null() && !label.is_string()) wrong("labels", label, "names or null");
      query.labels.push_back(label.is_null() ? "" : label.get<std::string>());
    }
  }
  if (json.contains("after")) {
    for (const Json& transition : list(json, "after")) {
      if (!transition.is_string()) wrong("after", transition, "names of transitions");
      query.after.push_back(transition.get<std::string>());
    }
  }
  return query;
}

std::string to_json(const OracleAnswer& answer) {
  Json json;
  json["final"] = answer.final;
  json["stack"] = answer.stack;
  json["buffer"] = answer.buffer;
  Json& heads = json["heads"] = Json::array();
  for (const Node head : answer.heads) heads.push_back(head == kNoHead ? Json() : Json(head));
  Json& costs = json["costs"] = Json::object();
  for (const auto& [name, cost] : answer.costs) costs[name] = cost;
  if (!answer.exact) json["exact"] = false;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string answer_json(OracleService& service, std::string_view line) {
  try {
    return to_json(service.answer(oracle_query_from_json(line)));
  } catch (const std::exception& error) {
    // Whatever one line asks for, the next one is answered.
    return Json({{"error", error.what()}}).dump(-1, ' ', false, Json::error_handler_t::replace);
  }
}

}  // namespace panarc
