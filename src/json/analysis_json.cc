#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <variant>

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

}  // namespace panarc
