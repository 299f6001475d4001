#include "panarc/draw.h"

#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "base/json.h"
#include "draw/page.h"

namespace panarc {

namespace {

constexpr std::array<std::string_view, 2> kAnalysisStyles{"trees", "analysis"};
constexpr std::array<std::string_view, 5> kAnalysisScripts{"theme", "page", "tree", "list",
                                                           "analysis"};

/// Sentence and word of each, one after the other.
PageJson places_json(std::span<const WordPlace> places) {
  PageJson json = PageJson::array();
  for (const WordPlace& place : places) {
    json.push_back(place.sentence);
    json.push_back(place.word);
  }
  return json;
}

PageJson counts_json(const SystemCounts& counts) {
  return {{"heads", counts.heads}, {"labels", counts.labels}, {"both", counts.both}};
}

PageJson group_json(const AnalysisGroup& group, std::size_t systems) {
  PageJson json{{"values", group.values}, {"words", group.words}};
  for (std::size_t i = 0; i < systems; ++i) {
    json["systems"].push_back(counts_json(group.systems[i]));
  }
  if (systems == 2) {
    json["alone"] = group.alone;
    json["p"] = group.p_value;
  }
  json["places"] = places_json(group.places);
  return json;
}

PageJson score_json(const std::string& name, const std::vector<Tally>& tallies) {
  PageJson json{{"name", name}};
  for (const Tally& tally : tallies) {
    json["systems"].push_back({{"percent", tally.percentage()},
                               {"correct", tally.correct},
                               {"gold", tally.gold},
                               {"system", tally.system}});
  }
  return json;
}

}  // namespace

struct AnalysisPage::State : PageWriter {
  using PageWriter::PageWriter;
};

AnalysisPage::AnalysisPage(std::string_view title, WritePage write)
    : state_(std::make_unique<State>("analysis", title, kAnalysisStyles, std::move(write))) {
  state_->begin_list("@SENTENCES@");
}
AnalysisPage::~AnalysisPage() = default;
AnalysisPage::AnalysisPage(AnalysisPage&&) noexcept = default;
AnalysisPage& AnalysisPage::operator=(AnalysisPage&&) noexcept = default;

void AnalysisPage::add(const AnalysedSentence& sentence) {
  PageJson json = sentence_json(sentence.gold, sentence.number);
  add_layout(json, lay_out(sentence.gold, *sentence.systems[0]));
  if (sentence.systems[1] != nullptr) {
    add_layout(json["other"], lay_out(sentence.gold, *sentence.systems[1]));
  }
  for (const WrongWord& wrong : sentence.words) {
    PageJson word{wrong.word, wrong.marks[0]};
    if (sentence.systems[1] != nullptr) word.push_back(wrong.marks[1]);
    json["w"].push_back(std::move(word));
  }
  state_->add_to_list(json);
}

void AnalysisPage::finish(const Analysis& analysis, const AnalysisFacts& facts) {
  const std::size_t systems = facts.files.size() - 1;
  PageJson json;
  json["files"] = facts.files;
  json["scores"] = PageJson::array();
  for (const auto& [name, tallies] : facts.scores) {
    json["scores"].push_back(score_json(name, tallies));
  }
  json["conditions"] = facts.conditions;
  json["significance"] = facts.significance;
  json["criteria"] = analysis.criteria;
  json["total"] = group_json(analysis.total, systems);
  json["groups"] = PageJson::array();
  for (const AnalysisGroup& group : analysis.groups) {
    json["groups"].push_back(group_json(group, systems));
  }
  json["confusion"] = facts.confusion;
  json["confusions"] = PageJson::array();
  for (const Confusion& confusion : analysis.confusions) {
    json["confusions"].push_back({{"gold", confusion.gold},
                                  {"system", confusion.system},
                                  {"words", confusion.words},
                                  {"places", places_json(confusion.places)}});
  }
  state_->end_list();
  state_->go_to("@ANALYSIS@");
  state_->write_json(dump_json(json));
  state_->finish(kAnalysisScripts);
}

}  // namespace panarc
