#include "model/model_options_json.h"

#include <string>

#include "panarc/choices.h"

namespace panarc {

namespace {

template <class Value, std::size_t Size>
Value value_of(const Names<Value, Size>& names, const nlohmann::json& json) {
  // A name that is not known is read as the first; whoever reads compares what the options give
  // again.
  return names.parse(json.get<std::string>()).value_or(names.values().front());
}

}  // namespace

void to_json(nlohmann::json& json, const ModelOptions& options) {
  json = {{"system", options.system},
          {"root", kRootPositionNames.of(options.transitions.root)},
          {"single_root", options.transitions.single_root},
          {"span", options.transitions.span},
          {"labels", kLabelModeNames.of(options.labels)},
          {"beam", options.beam},
          {"features", options.features},
          {"delexicalized", options.delexicalized}};
  if (options.pseudo_projective)
    json["pseudo_projective"] = kPseudoProjectiveNames.of(*options.pseudo_projective);
}

void from_json(const nlohmann::json& json, ModelOptions& options) {
  json.at("system").get_to(options.system);
  options.transitions.root = value_of(kRootPositionNames, json.at("root"));
  json.at("single_root").get_to(options.transitions.single_root);
  json.at("span").get_to(options.transitions.span);
  options.labels = value_of(kLabelModeNames, json.at("labels"));
  json.at("beam").get_to(options.beam);
  json.at("features").get_to(options.features);
  json.at("delexicalized").get_to(options.delexicalized);
  if (json.contains("pseudo_projective")) {
    options.pseudo_projective = value_of(kPseudoProjectiveNames, json.at("pseudo_projective"));
  }
}

}  // namespace panarc
