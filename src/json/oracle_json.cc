#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "io/text.h"
#include "panarc/choices.h"
#include "panarc/constraint.h"
#include "panarc/error.h"
#include "panarc/json.h"

namespace panarc {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 9> kFields{
    "system", "root", "heads", "after", "span", "labels", "spans", "constraints", "single_root"};

[[noreturn]] void wrong(std::string_view field, const Json& found, std::string_view expected) {
  // A list or an object may be of any size and depth.
  const std::string shown =
      found.is_structured() ? fmt::format("an {}", found.type_name()) : dump_json(found);
  throw Error(fmt::format("\"{}\" is {}; expected {}", field, shown, expected));
}

Node node_from(const Json& json) {
  constexpr std::int64_t kLargest = 1 << 30;
  if (!json.is_number_integer()) wrong("heads", json, "whole numbers, null, lists, \"<\" or \">\"");
  const auto value = json.get<std::int64_t>();
  if (value < 0 || value > kLargest) wrong("heads", json, "0 to the number of words");
  return static_cast<Node>(value);
}

std::vector<std::string> names_from(const Json& json, const char* field) {
  if (json.is_null() || json == "") return {};
  const auto name = [&](const Json& item) {
    if (!item.is_string()) wrong(field, item, "names, lists of names or null");
    return item.get<std::string>();
  };
  if (!json.is_array()) return {name(json)};
  std::vector<std::string> names;
  for (const Json& item : json) names.push_back(name(item));
  return names;
}

Side side_from(const Json& json) {
  const auto side =
      json.is_string() ? kSideSigns.parse(json.get_ref<const std::string&>()) : std::nullopt;
  if (!side) wrong("heads", json, "a number, null, a list, an object, \"<\" or \">\"");
  return *side;
}

/// A head, a list of heads, or an object mapping heads to the labels of their arcs.
std::vector<KnownArc> arcs_from(const Json& json) {
  std::vector<KnownArc> arcs;
  if (json.is_object()) {
    for (const auto& [head, labels] : json.items()) {
      const Json number = is_digits(head) ? Json::parse(head, nullptr, false) : Json(head);
      arcs.push_back({node_from(number), names_from(labels, "labels")});
    }
  } else if (json.is_array()) {
    for (const Json& head : json) arcs.push_back({node_from(head), {}});
  } else {
    arcs.push_back({node_from(json), {}});
  }
  return arcs;
}

KnownWord known_word_from(const Json& json) {
  KnownWord known;
  if (json.is_null()) return known;
  if (json.is_string()) {
    known.side = side_from(json);
  } else if (!json.is_object()) {
    known.heads = arcs_from(json);
  } else {
    for (const auto& [field, value] : json.items()) {
      if (field == "any") {
        known.heads = arcs_from(value);
      } else if (field == "none") {
        for (const KnownArc& arc : arcs_from(value)) known.forbidden_heads.push_back(arc.head);
      } else if (field == "side") {
        known.side = side_from(value);
      } else {
        throw Error(
            fmt::format("unknown field \"{}\" in \"heads\"; expected any, none, side", field));
      }
    }
  }
  return known;
}

const Json& list(const Json& query, const char* field) {
  const Json& value = query.at(field);
  if (!value.is_array()) wrong(field, value, "a list");
  return value;
}

/// The words from the first to the last form one subtree.
void set_span(std::vector<KnownWord>& words, const Json& span) {
  const auto in_sentence = [&](const Json& node) {
    return node.is_number_integer() && node.get<std::int64_t>() >= 1 &&
           node.get<std::int64_t>() <= static_cast<std::int64_t>(words.size()) - 1;
  };
  if (!span.is_array() || span.size() != 2 || !in_sentence(span[0]) || !in_sentence(span[1])) {
    wrong("spans", span, "pairs of words, the first and the last of each span");
  }
  std::optional<Node>& end = words[span[0].get<std::size_t>()].span_end;
  if (end) throw Error(fmt::format("two of the spans begin at word {}", span[0].get<Node>()));
  end = span[1].get<Node>();
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
  const auto parsed = parse_ordered_json(line);
  if (!parsed) throw Error("the line is not JSON");
  const Json& json = *parsed;
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
  query.words.resize(1);
  for (const Json& head : list(json, "heads")) query.words.push_back(known_word_from(head));
  if (json.contains("labels")) {
    std::vector<std::vector<std::string>> labels(1);
    for (const Json& label : list(json, "labels")) labels.push_back(names_from(label, "labels"));
    set_labels(query.words, labels);
  }
  if (json.contains("spans")) {
    for (const Json& span : list(json, "spans")) set_span(query.words, span);
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
  json["heads"] = heads_json(answer.heads);
  Json& costs = json["costs"] = Json::object();
  for (const auto& [name, cost] : answer.costs) costs[name] = cost;
  if (!answer.exact) json["exact"] = false;
  return dump_json(json);
}

std::string to_json(const DerivationLattice& lattice) {
  Json json;
  json["derivations"] = lattice.derivations;
  json["min_swaps"] = lattice.min_swaps;
  json["max_swaps"] = lattice.max_swaps;
  for (const LatticeConfiguration& configuration : lattice.configurations) {
    json["configurations"].push_back({{"stack", configuration.stack},
                                      {"buffer", configuration.buffer},
                                      {"heads", heads_json(configuration.heads)}});
  }
  json["edges"] = Json::array();
  for (const LatticeEdge& edge : lattice.edges) {
    Json oracles = Json::array();
    for (const SwapOracle oracle : edge.oracles) oracles.push_back(kSwapOracleNames.of(oracle));
    json["edges"].push_back({{"from", edge.from},
                             {"to", edge.to},
                             {"transition", edge.transition},
                             {"oracles", std::move(oracles)}});
  }
  return dump_json(json);
}

std::string answer_json(OracleService& service, std::string_view line) {
  try {
    return to_json(service.answer(oracle_query_from_json(line)));
  } catch (const std::exception& error) {
    // A bad line must not keep the next one from being answered.
    return dump_json(Json({{"error", error.what()}}));
  }
}

std::string to_json(const VerifyReport& report, double seconds) {
  Json json;
  json["system"] = report.system;
  json["configurations"] = report.configurations;
  json["transitions"] = report.transitions;
  json["golds"] = report.golds;
  json["comparisons"] = report.comparisons;
  json["seconds"] = seconds;
  json["counter_example"] = report.counter_example ? Json(*report.counter_example) : Json();
  return dump_json(json);
}

}  // namespace panarc
