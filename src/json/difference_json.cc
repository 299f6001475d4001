#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/json.h"
#include "panarc/json.h"

namespace panarc {
namespace {

using Json = nlohmann::ordered_json;

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

}  // namespace

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

}  // namespace panarc
