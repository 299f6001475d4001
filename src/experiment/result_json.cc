#include <nlohmann/json.hpp>
#include <utility>

#include "base/json.h"
#include "panarc/experiment.h"

namespace panarc {

namespace {

using ResultJson = nlohmann::ordered_json;

ResultJson json_of(const RunResult& run) {
  ResultJson json;
  json["setting"] = run.setting;
  json["treebank"] = run.treebank;
  json["seed"] = run.seed;
  json["commands"] = run.commands;
  json["figures"] = run.figures;
  json["groups"] = ResultJson::object();
  for (const NamedFigures& group : run.groups) json["groups"][group.name] = group.figures;
  json["epochs"] = run.epochs;
  json["sentences"] = run.sentences;
  return json;
}

ResultJson json_of(const PartResult& part) {
  ResultJson json;
  json["title"] = part.title;
  json["score"] = part.score;
  json["settings"] = part.settings;
  json["treebanks"] = part.treebanks;
  json["planned"] = part.planned;
  json["runs"] = ResultJson::array();
  for (const RunResult& run : part.runs) json["runs"].push_back(json_of(run));
  return json;
}

}  // namespace

std::string to_json(const ExperimentResult& result) {
  ResultJson json;
  json["title"] = result.title;
  json["version"] = result.version;
  json["parts"] = ResultJson::array();
  for (const PartResult& part : result.parts) json["parts"].push_back(json_of(part));
  return dump_json(json);
}

}  // namespace panarc
