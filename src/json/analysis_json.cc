#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/json.h"
#include "panarc/json.h"

namespace panarc {
namespace {

using Json = nlohmann::ordered_json;

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

Json json_of(const SystemCounts& counts, std::uint64_t words) {
  return {{"UAS", percent(counts.heads, words)},
          {"LAS", percent(counts.both, words)},
          {"labels", percent(counts.labels, words)}};
}

Json json_of(const AnalysisGroup& group, std::size_t systems) {
  Json json;
  json["words"] = group.words;
  if (systems > 0) json.update(json_of(group.systems[0], group.words));
  if (systems == 2) {
    json["other"] = json_of(group.systems[1], group.words);
    json["only_system"] = group.alone[0];
    json["only_other"] = group.alone[1];
    json["p_value"] = group.p_value;
  }
  if (!group.examples.empty()) json["examples"] = group.examples;
  return json;
}

Json json_of(const Confusion& confusion) {
  Json json{{"gold", confusion.gold}, {"system", confusion.system}, {"words", confusion.words}};
  if (!confusion.examples.empty()) json["examples"] = confusion.examples;
  return json;
}

Json json_of(const TreebankCounts& counts) {
  Json json;
  for (const TreebankFigure& figure : figures_of(counts)) {
    std::visit([&](auto value) { json[std::string(figure.name)] = value; }, figure.value);
  }
  Json degrees = Json::object();
  for (const auto& [degree, count] : counts.treebank.gap_degrees()) {
    degrees[fmt::format("{}", degree)] = count;
  }
  json["gap_degrees"] = degrees;
  return json;
}

Json json_of(const WordDifference& difference, const Sentence& sentence) {
  Json json;
  json["word"] = difference.word;
  json["form"] = sentence.form(difference.word);
  json["kinds"] = Json::array();
  for (const DifferenceKind kind : difference.kinds) {
    json["kinds"].push_back(kDifferenceNames.of(kind));
  }
  for (const FieldDifference& field : difference.fields) {
    json[std::string(field_name(field.field))] = {field.a, field.b};
  }
  return json;
}

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

std::string to_json(const Analysis& analysis, SignificanceTest test) {
  Json json;
  json["criteria"] = analysis.criteria;
  json["total"] = json_of(analysis.total, analysis.systems);
  if (analysis.systems == 2) {
    json["significance"] = {{"test", kSignificanceTestNames.of(test)},
                            {"UAS", p_value(analysis.heads, test)},
                            {"LAS", p_value(analysis.both, test)}};
  }
  json["groups"] = Json::array();
  for (const AnalysisGroup& group : analysis.groups) {
    Json one{{"values", group.values}};
    one.update(json_of(group, analysis.systems));
    json["groups"].push_back(std::move(one));
  }
  json["confusions"] = Json::array();
  for (const Confusion& confusion : analysis.confusions) {
    json["confusions"].push_back(json_of(confusion));
  }
  return dump_json(json);
}

std::string to_json(std::span<const NamedCounts> files) {
  TreebankCounts total;
  Json list = Json::array();
  for (const NamedCounts& file : files) {
    total.add(file.counts);
    Json entry;
    entry["file"] = file.file;
    entry.update(json_of(file.counts));
    list.push_back(std::move(entry));
  }
  Json json = json_of(total);
  json["files"] = std::move(list);
  return dump_json(json);
}

std::string to_json(const ValidationProblem& problem) {
  Json json;
  json["file"] = problem.place.file;
  json["line"] = problem.place.line;
  json["column"] = problem.place.column;
  json["sent_id"] = problem.sentence_id;
  json["level"] = problem.test->level;
  json["severity"] = kSeverityNames.of(problem.test->severity);
  json["test"] = problem.test->id;
  json["message"] = problem.message;
  return dump_json(json);
}

std::string to_json(const ComparedSentence& sentence) {
  Json json;
  json["sentence"] = sentence.number;
  if (const auto id = sentence.a.metadata("sent_id")) json["sent_id"] = *id;
  json["text"] = text_of_sentence(sentence.a);
  for (const WordDifference& difference : sentence.words) {
    json["words"].push_back(json_of(difference, sentence.a));
  }
  return dump_json(json);
}

std::string to_json(const Agreement& agreement, std::string_view a, std::string_view b,
                    std::size_t most_confusions) {
  Json json;
  json["a"] = a;
  json["b"] = b;
  json["sentences"] = agreement.sentences();
  json["different_sentences"] = agreement.different_sentences();
  json["words"] = agreement.words();
  json["different_words"] = agreement.different_words();
  for (const auto& [kind, name] : kDifferenceNames) {
    json["kinds"][std::string(name)] = agreement.count(kind);
  }
  Json& measures = json["agreement"];
  measures["UAS"] = agreement.uas().percentage();
  measures["LAS"] = agreement.las().percentage();
  measures["LAS_full"] = agreement.las_full().percentage();
  measures["labels"] = agreement.labels().percentage();
  measures["kappa"] = nullptr;
  if (const auto kappa = agreement.kappa()) measures["kappa"] = *kappa;
  json["confusions"] = Json::array();
  std::vector<LabelConfusion> confusions = agreement.confusions();
  confusions.resize(std::min(confusions.size(), most_confusions));
  for (const LabelConfusion& confusion : confusions) {
    json["confusions"].push_back(
        {{"a", confusion.a}, {"b", confusion.b}, {"count", confusion.count}});
  }
  return dump_json(json);
}

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
