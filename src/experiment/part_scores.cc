#include "experiment/part_scores.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <span>

#include "panarc/analysis.h"
#include "panarc/error.h"
#include "panarc/evaluate.h"
#include "panarc/treebank.h"

namespace panarc {

namespace {

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
