#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "panarc/json.h"

namespace panarc {
namespace {

using Json = nlohmann::ordered_json;

/// The scores that the script of the shared task prints, under its names.
constexpr auto kOfficial = std::to_array<std::pair<const char*, Metric>>({
    {"Tokens", Metric::kTokens},
    {"Sentences", Metric::kSentences},
    {"Words", Metric::kWords},
    {"UPOS", Metric::kUpos},
    {"XPOS", Metric::kXpos},
    {"UFeats", Metric::kFeats},
    {"AllTags", Metric::kAllTags},
    {"Lemmas", Metric::kLemma},
    {"UAS", Metric::kUas},
    {"LAS", Metric::kLas},
    {"CLAS", Metric::kClas},
    {"MLAS", Metric::kMlas},
    {"BLEX", Metric::kBlex},
});

Json attachment_json(const Scores& scores) {
  return {{"sentences", scores.sentences()},
          {"words", scores.words()},
          {"UAS", scores.percentage(Metric::kUas)},
          {"LAS", scores.percentage(Metric::kLas)}};
}

}  // namespace

std::string to_json(const Scores& scores, std::optional<Punctuation> given) {
  const Punctuation punctuation = given.value_or(scores.punctuation());
  Json json;
  Json counts;
  json["words"] = scores.words();
  for (const Metric metric : all_metrics()) {
    if (is_segmentation(metric)) continue;  // under f1
    const std::string name(metric_name(metric));
    const Tally& tally = scores.tally(metric, punctuation);
    json[name] = tally.percentage();
    counts[name] = {{"correct", tally.correct}, {"gold", tally.gold}, {"system", tally.system}};
  }
  json["sentences"] = scores.sentences();
  json["words_without_gold_head"] = scores.words_without_gold_head();
  json["words_without_system_head"] = scores.words_without_system_head();
  json["punctuation"] = kPunctuationNames.of(punctuation);
  for (const auto& [name, metric] : kOfficial) {
    const Tally& tally = scores[metric];
    json["f1"][name] = tally.percentage();
    json["precision"][name] = tally.precision();
    json["recall"][name] = tally.recall();
  }
  json["counts"] = std::move(counts);
  return dump_json(json);
}

std::string to_json(const CrossValidation& result) {
  Json json;
  json["folds"] = Json::array();
  for (const FoldReport& fold : result.folds) {
    Json one{{"fold", fold.fold}, {"training", fold.training}};
    one.update(attachment_json(fold.scores));
    one["seconds"] = fold.seconds;
    json["folds"].push_back(std::move(one));
  }
  json["all"] = attachment_json(result.total);
  for (const Metric metric : {Metric::kUas, Metric::kLas}) {
    const Spread of = result.spread(metric);
    json["spread"][std::string(metric_name(metric))] = {
        {"mean", of.mean}, {"deviation", of.deviation}, {"margin", of.margin}};
  }
  return dump_json(json);
}

}  // namespace panarc
