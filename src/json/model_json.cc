#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "base/json.h"
#include "panarc/json.h"
#include "panarc/train.h"

namespace panarc {
namespace {

using Json = nlohmann::ordered_json;

Json parser_json(const ModelInfo& info) {
  Json json;
  if (!info.tags.empty()) json["task"] = kTrainingTaskNames.of(TrainingTask::kJoint);
  json["scorer"] = info.classifier.empty() ? kScorerNames.of(info.scorer) : info.classifier;
  json["system"] = info.system;
  json["root"] = kRootPositionNames.of(info.root);
  json["direction"] = kDirectionNames.of(info.direction);
  json["single_root"] = info.single_root;
  json["span"] = info.span == 0 ? Json(nullptr) : Json(info.span);
  json["label_mode"] = kLabelModeNames.of(info.label_mode);
  json["beam"] = info.beam;
  json["delexicalized"] = info.delexicalized;
  json["pseudo_projective"] = info.pseudo_projective
                                  ? Json(kPseudoProjectiveNames.of(*info.pseudo_projective))
                                  : Json(nullptr);
  return json;
}

/// The report of a training, or the card of a model; an empty object if there is none.
Json parse_report(const std::string& text) {
  const std::optional<Json> report = parse_ordered_json(text);
  return report && report->is_object() ? *report : Json::object();
}

/// The members of an ensemble, with their scores on its development set and the weights of their
/// votes.
Json members_json(const ModelInfo& info) {
  const Json report = parse_report(info.report);
  Json members = Json::array();
  for (std::size_t i = 0; i < info.members.size(); ++i) {
    Json member{{"name", member_name(info.members[i])}, {"parser", parser_json(info.members[i])}};
    member["features"] = info.members[i].features;
    for (const auto& [tag, weights] : info.vote_weights) {
      if (tag.empty()) {
        member["weight"] = weights[i];
      } else {
        member["weights_by_tag"][tag] = weights[i];
      }
    }
    const Json scores = report.contains("member_scores") ? report["member_scores"] : Json();
    if (scores.is_array() && i < scores.size() && scores[i].is_object()) {
      member["scores"] = scores[i];
    }
    member["training"] = parse_report(info.members[i].report);
    members.push_back(std::move(member));
  }
  return members;
}

Json tagger_json(const TaggerInfo& info) {
  Json json;
  json["scorer"] = kScorerNames.of(info.scorer);
  for (const Field column : info.columns) json["columns"].push_back(field_name(column));
  json["beam"] = info.beam;
  json["tags"] = info.tags;
  json["lemma_scripts"] = info.scripts;
  json["training"] = parse_report(info.report);
  return json;
}

Json segmenter_json(const SegmenterInfo& info) {
  Json json;
  json["learnt"] = info.learnt;
  if (info.learnt) json["training"] = parse_report(info.report);
  if (!info.language.empty()) json["language"] = info.language;
  return json;
}

void add_parser(const ModelInfo& info, Json& json) {
  json["parser"] = parser_json(info);
  if (!info.members.empty()) json["members"] = members_json(info);
  if (!info.action_votes.empty()) json["action_votes"] = info.action_votes;
  json["columns"] = Json::array();
  for (const Field column : info.columns) json["columns"].push_back(field_name(column));
  json["templates"] = info.templates;
  if (!info.missing.empty()) json["missing"] = info.missing;
  if (info.scorer != ScorerKind::kLinear) json["sizes"] = info.sizes;
  json["labels"] = info.labels;
  if (!info.tags.empty()) json["tags"] = info.tags;
  json["classes"] = info.classes;
  const bool has_features = info.scorer == ScorerKind::kLinear && info.classifier.empty();
  json[has_features ? "features" : "parameters"] = info.features;
  json["training"] = parse_report(info.report);
}

}  // namespace

std::string to_json(const ModelContents& contents, std::string_view name) {
  Json json;
  json["model"] = name;
  json["format_version"] = contents.format_version;
  if (const Json card = parse_report(contents.card); !card.empty()) json["card"] = card;
  if (contents.parser) add_parser(*contents.parser, json);
  if (contents.tagger) json["tagger"] = tagger_json(*contents.tagger);
  if (contents.segmenter) json["segmenter"] = segmenter_json(*contents.segmenter);
  json["sections"] = Json::object();
  for (const auto& [section, size] : contents.sections) json["sections"][section] = size;
  json["bytes"] = contents.bytes;
  return dump_json(json);
}

}  // namespace panarc
