#include "model/stored_options.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "panarc/choices.h"
#include "panarc/error.h"

namespace panarc {

namespace {

template <class Value, std::size_t Size>
Value value_of(const Names<Value, Size>& names, const nlohmann::json& json) {
  // An unknown name is read as the first; the caller converts the options back and compares.
  return names.parse(json.get<std::string>()).value_or(names.values().front());
}

nlohmann::json json_of(const ModelOptions& options) {
  nlohmann::json json{{"system", options.system},
                      {"root", kRootPositionNames.of(options.transitions.root)},
                      {"single_root", options.transitions.single_root},
                      {"span", options.transitions.span},
                      {"labels", kLabelModeNames.of(options.labels)},
                      {"beam", options.beam},
                      {"features", options.features},
                      {"delexicalized", options.delexicalized}};
  if (!options.classifier.empty()) json["classifier"] = options.classifier;
  if (options.scorer != ScorerKind::kLinear) json["scorer"] = kScorerNames.of(options.scorer);
  if (options.direction != Direction::kLeftToRight) {
    json["direction"] = kDirectionNames.of(options.direction);
  }
  if (options.pseudo_projective) {
    json["pseudo_projective"] = kPseudoProjectiveNames.of(*options.pseudo_projective);
  }
  if (!options.tags.empty()) json["tags"] = options.tags;
  return json;
}

ModelOptions model_options_from(const nlohmann::json& json) {
  ModelOptions options;
  if (json.contains("scorer")) options.scorer = value_of(kScorerNames, json.at("scorer"));
  if (json.contains("classifier")) json.at("classifier").get_to(options.classifier);
  json.at("system").get_to(options.system);
  options.transitions.root = value_of(kRootPositionNames, json.at("root"));
  json.at("single_root").get_to(options.transitions.single_root);
  json.at("span").get_to(options.transitions.span);
  options.labels = value_of(kLabelModeNames, json.at("labels"));
  json.at("beam").get_to(options.beam);
  json.at("features").get_to(options.features);
  json.at("delexicalized").get_to(options.delexicalized);
  if (json.contains("direction")) {
    options.direction = value_of(kDirectionNames, json.at("direction"));
  }
  if (json.contains("pseudo_projective")) {
    options.pseudo_projective = value_of(kPseudoProjectiveNames, json.at("pseudo_projective"));
  }
  if (json.contains("tags")) json.at("tags").get_to(options.tags);
  return options;
}

}  // namespace

std::string to_json(const StoredOptions& options) {
  nlohmann::json json{{"model", json_of(options.model)},
                      {"labels_under_root", options.labels_under_root}};
  for (const auto& [name, number] : options.numbers) json[name] = number;
  return dump_json(json, 1);
}

StoredOptions stored_options_from_json(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) throw Error("it is not JSON");
  StoredOptions options;
  try {
    options.model = model_options_from(json->at("model"));
    json->at("labels_under_root").get_to(options.labels_under_root);
    for (const auto& [name, value] : json->items()) {
      if (name != "model" && name != "labels_under_root") value.get_to(options.numbers[name]);
    }
  } catch (const nlohmann::json::exception& error) {
    throw Error(fmt::format("the options are invalid: {}", error.what()));
  }
  // An unknown name, or a number that is not whole, must not be taken for another.
  if (json_of(options.model) != json->at("model")) {
    throw Error("the options are invalid: not all of them are known");
  }
  return options;
}

}  // namespace panarc
