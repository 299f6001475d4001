#include "model/model_options_json.h"

namespace panarc {

// A name that is not known is read as the first of them; whoever reads has to compare what the
// options give again.
NLOHMANN_JSON_SERIALIZE_ENUM(RootPosition,
                             {{RootPosition::kLast, "last"}, {RootPosition::kFirst, "first"}})
NLOHMANN_JSON_SERIALIZE_ENUM(LabelMode, {{LabelMode::kJoint, "joint"},
                                         {LabelMode::kParallel, "parallel"},
                                         {LabelMode::kNone, "none"}})
NLOHMANN_JSON_SERIALIZE_ENUM(PseudoProjective, {{PseudoProjective::kHead, "head"},
                                                {PseudoProjective::kPath, "path"},
                                                {PseudoProjective::kHeadPath, "head+path"}})

void to_json(nlohmann::json& json, const ModelOptions& options) {
  json = {{"system", options.system},
          {"root", options.transitions.root},
          {"single_root", options.transitions.single_root},
          {"span", options.transitions.span},
          {"labels", options.labels},
          {"beam", options.beam},
          {"features", options.features},
          {"delexicalized", options.delexicalized}};
  if (options.pseudo_projective) json["pseudo_projective"] = *options.pseudo_projective;
}

void from_json(const nlohmann::json& json, ModelOptions& options) {
  json.at("system").get_to(options.system);
  json.at("root").get_to(options.transitions.root);
  json.at("single_root").get_to(options.transitions.single_root);
  json.at("span").get_to(options.transitions.span);
  json.at("labels").get_to(options.labels);
  json.at("beam").get_to(options.beam);
  json.at("features").get_to(options.features);
  json.at("delexicalized").get_to(options.delexicalized);
  if (json.contains("pseudo_projective")) {
    options.pseudo_projective = json.at("pseudo_projective").get<PseudoProjective>();
  }
}

}  // namespace panarc
