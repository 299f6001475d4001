#include "pipeline/card.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "io/model_file.h"
#include "model/any_model.h"
#include "panarc/error.h"
#include "panarc/pipeline.h"
#include "panarc/text.h"
#include "parse/info.h"
#include "tag/tag_model.h"

namespace panarc {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kCardSection = "card";
constexpr const char* kNoCard = "null";
constexpr int kIndent = 1;

/// To two decimals, like scores.
double rounded(double value) {
  constexpr double kHundredth = 100;
  return std::round(value * kHundredth) / kHundredth;
}

/// For text, segmentation is scored as well.
Json card_scores(const Scores& scores, const std::vector<Metric>& without, bool of_text) {
  Json json;
  for (const Metric metric : {Metric::kTokens, Metric::kSentences, Metric::kWords, Metric::kUpos,
                              Metric::kXpos, Metric::kFeats, Metric::kLemma, Metric::kUas,
                              Metric::kLas, Metric::kClas, Metric::kMlas, Metric::kBlex}) {
    if (is_segmentation(metric) && !of_text) continue;
    if (std::ranges::find(without, metric) != without.end()) continue;
    json[std::string(metric_name(metric))] = rounded(scores.percentage(metric));
  }
  return json;
}

}  // namespace

std::string card_in(const ModelFile& file) {
  if (!file.has(kCardSection)) return kNoCard;
  const std::optional<Json> card = parse_ordered_json(file.text(kCardSection));
  if (!card) throw Error({file.name(), 0, 0}, "the card of the model is not JSON");
  return dump_json(*card, kIndent);
}

void add_card(const std::string& card, ModelFileWriter& writer) {
  if (card != kNoCard) writer.add(kCardSection, card);
}

std::string make_card(const CardTexts& texts, const std::optional<PipelineScores>& scores) {
  Json card;
  const auto add = [&](const char* name, const std::string& text) {
    if (!text.empty()) card[name] = text;
  };
  add("about", texts.about);
  add("licence", texts.licence);
  add("date", texts.date);
  card["panarc"] = version();
  if (scores) {
    add("scored_on", texts.test);
    card["from_text"] = card_scores(scores->text, scores->without, true);
    card["from_words"] = card_scores(scores->words, scores->without, false);
  }
  return dump_json(card, kIndent);
}

ModelContents read_model_contents(const std::string& path) {
  const auto file = std::make_shared<const ModelFile>(ModelFile::open(path));
  ModelContents contents;
  const bool has_tagger = TagModel::is_in(*file, kTaggerPrefix);
  // If the file has none of them, report what is missing for a parser.
  const bool has_segmenter = Segmenter::is_in(*file, kSegmenterPrefix);
  if (AnyModel::is_in(*file) || !(has_tagger || has_segmenter)) {
    contents.parser = read_model_info(file);
  }
  if (has_tagger) contents.tagger = TagModel::load(file, kTaggerPrefix).info();
  if (has_segmenter) {
    const Segmenter segmenter = Segmenter::load(file, kSegmenterPrefix);
    contents.segmenter =
        SegmenterInfo{segmenter.is_learnt(), segmenter.language(), segmenter.report()};
  }
  contents.card = card_in(*file);
  contents.format_version = file->version();
  for (const std::string_view name : file->section_names()) {
    contents.sections.emplace_back(name, file->section(name).size());
  }
  contents.bytes = file->size();
  return contents;
}

}  // namespace panarc
