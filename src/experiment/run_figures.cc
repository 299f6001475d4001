#include "experiment/run_figures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "base/json.h"
#include "io/text.h"
#include "panarc/analysis.h"
#include "panarc/error.h"
#include "panarc/evaluate.h"
#include "panarc/treebank.h"

namespace panarc {

namespace {

using Object = nlohmann::json;

constexpr double kWhole = 100;

Object parse_object(std::string_view text) {
  std::optional<Object> json = parse_json(text);
  if (!json || !json->is_object()) throw Error("found no JSON object, expected one");
  return std::move(*json);
}

void add_numbers(const Object& object, const std::string& prefix, Figures& figures) {
  for (const auto& [key, value] : object.items()) {
    if (value.is_number()) figures[prefix + key] = value.get<double>();
  }
}

double share(double part, double whole) { return whole == 0 ? 0 : kWhole * part / whole; }

/// How often a measure chose the better of two schemes.
struct Picks {
  const char* measure;
  double right = 0;
};

NamedFigures figures_of_rule(const Object& rule) {
  const Object& original = rule.at("original");
  const Object& changed = rule.at("changed");
  const Object& shares = rule.at("references").at("share_of_changed");
  NamedFigures group{rule.at("rule").get<std::string>(), {}};
  Figures& figures = group.figures;
  add_numbers(rule, "", figures);  // places, words, p_value
  figures["UAS"] = original.at("mean_uas");
  figures["UAS_changed"] = changed.at("mean_uas");
  figures["difference"] = figures["UAS_changed"] - figures["UAS"];
  figures["UD_better"] = figures["difference"] < 0 ? kWhole : 0;
  for (const char* measure : {"predictability", "perplexity"}) {
    figures[measure] = original.at(measure);
    figures[std::string(measure) + "_changed"] = changed.at(measure);
  }
  double sum = 0;
  for (const Object& one : shares) sum += one.get<double>();
  if (!shares.empty()) figures["came_to"] = kWhole * sum / static_cast<double>(shares.size());
  return group;
}

Metric metric_by_name(const std::string& name) {
  for (const Metric metric : all_metrics()) {
    if (metric_name(metric) == name) return metric;
  }
  throw Error(fmt::format("found {}, expected a score", name));
}

Figures figures_of(const AnalysisGroup& group) {
  constexpr double kPercent = 100;
  const auto words = static_cast<double>(group.words);
  const auto percent = [&](std::uint64_t right) {
    return words == 0 ? 0 : kPercent * static_cast<double>(right) / words;
  };
  const SystemCounts& counts = group.systems.front();
  return {{"words", words},
          {"UAS", percent(counts.heads)},
          {"LAS", percent(counts.both)},
          {"labels", percent(counts.labels)}};
}

/// Numbers in numerical order, other names in alphabetical order.
bool comes_before(const NamedFigures& a, const NamedFigures& b) {
  const double left = std::strtod(a.name.c_str(), nullptr);
  const double right = std::strtod(b.name.c_str(), nullptr);
  return std::pair(left, a.name) < std::pair(right, b.name);
}

}  // namespace

std::vector<Figures> figures_of_epochs(const std::string& lines) {
  std::vector<Figures> epochs;
  double updates = 0;
  for (const std::string_view line : Parts(lines, '\n')) {
    if (line.empty()) continue;
    const Object json = parse_object(line);
    if (!json.contains("epoch")) continue;  // the summary
    if (json.value("part", "parser") != "parser") continue;
    Figures& figures = epochs.emplace_back();
    add_numbers(json, "", figures);
    if (json.contains("dev")) add_numbers(json.at("dev"), "dev.", figures);
    figures["best"] = json.value("best", false) ? 1 : 0;
    updates += figures["updates"];
    figures["total_updates"] = updates;
  }
  return epochs;
}

Figures figures_of_json(const std::string& json) {
  Figures figures;
  add_numbers(parse_object(json), "", figures);
  return figures;
}

Figures figures_of_stats(const std::string& json) {
  Figures figures = figures_of_json(json);
  const double sentences = figures["sentences"];
  const double eager = figures["swaps_eager"];
  figures["projective_percent"] = share(figures["projective_sentences"], sentences);
  figures["unique_percent"] = share(figures["unique_derivations"], sentences);
  // Without swaps, there is nothing to reduce.
  if (eager > 0) {
    figures["lazy_reduction"] = kWhole - share(figures["swaps_lazy"], eager);
    figures["minimal_reduction"] = kWhole - share(figures["swaps_minimal"], eager);
  }
  return figures;
}

void add_schemes(const std::string& json, RunResult& result) {
  Picks picks[] = {{"references"}, {"predictability"}, {"perplexity"}};
  double rules = 0;
  const Object object = parse_object(json);
  for (const Object& rule : object.at("rules")) {
    result.groups.push_back(figures_of_rule(rule));
    if (result.groups.back().figures.at("difference") == 0) continue;
    rules += 1;
    for (Picks& one : picks) {
      if (rule.at("picked_by").at(one.measure) == rule.at("better")) one.right += 1;
    }
  }
  result.figures["rules"] = rules;
  for (const Picks& one : picks) {
    result.figures[std::string(one.measure) + "_right"] = share(one.right, rules);
  }
}

double words_per_second(const std::string& log) {
  constexpr std::string_view kEnd = " per second of CPU time";
  const std::size_t end = log.rfind(kEnd);
  if (end == std::string::npos) return 0;
  const std::size_t begin = log.rfind(' ', end - 1) + 1;
  return std::strtod(log.substr(begin, end - begin).c_str(), nullptr);
}

std::vector<std::pair<double, double>> score_sentences(const std::string& gold,
                                                       const std::string& parsed,
                                                       const std::string& score) {
  const Metric metric = metric_by_name(score);
  TreebankReader gold_reader(gold);
  TreebankReader parsed_reader(parsed);
  std::vector<Scores> scores;
  Scores total;
  Sentence expected;
  Sentence found;
  while (gold_reader.next(expected) && parsed_reader.next(found)) {
    scores.push_back(evaluate(std::span(&expected, 1), std::span(&found, 1)));
    total.add(scores.back());
  }
  std::vector<std::pair<double, double>> sentences;
  for (const Scores& one : scores) {
    const Tally& tally = one.tally(metric, total.punctuation());
    sentences.emplace_back(static_cast<double>(tally.correct), static_cast<double>(tally.gold));
  }
  return sentences;
}

std::vector<NamedFigures> score_groups(const std::string& gold, const std::string& parsed,
                                       const std::string& by, const std::string& where) {
  AnalysisOptions options;
  options.by = {by};
  options.where = where;
  TreebankReader gold_reader(gold);
  TreebankReader parsed_reader(parsed);
  std::vector<NamedFigures> groups;
  for (const AnalysisGroup& group : analyse(gold_reader, parsed_reader, options).groups) {
    groups.push_back({fmt::format("{}", fmt::join(group.values, ", ")), figures_of(group)});
  }
  std::sort(groups.begin(), groups.end(), comes_before);
  return groups;
}

}  // namespace panarc
