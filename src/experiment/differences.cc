#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "experiment/figures.h"
#include "experiment/report.h"

namespace panarc {

namespace {

using SentenceCounts = std::vector<std::pair<double, double>>;

const RunResult* find_run(const PartResult& part, const std::string& setting,
                          const std::string& treebank, std::uint64_t seed) {
  for (const RunResult& run : part.runs) {
    if (run.setting == setting && run.treebank == treebank && run.seed == seed) return &run;
  }
  return nullptr;
}

/// The runs of two settings on a treebank.
struct PairedRuns {
  std::map<std::uint64_t, double> baseline;
  std::map<std::uint64_t, double> setting;
  std::map<std::uint64_t, double> difference;
  /// How many more words are right, per sentence, over all seeds; empty if not known for all runs.
  std::vector<double> sentences;
  double words = 0;
};

/// Adds the differences of a pair of runs. False if their sentences do not match.
bool add_sentences(const SentenceCounts& baseline, const SentenceCounts& setting,
                   PairedRuns& paired) {
  if (baseline.empty() || baseline.size() != setting.size()) return false;
  if (!paired.sentences.empty() && paired.sentences.size() != setting.size()) return false;
  paired.sentences.resize(setting.size());
  for (std::size_t i = 0; i < setting.size(); ++i) {
    paired.sentences[i] += setting[i].first - baseline[i].first;
    paired.words += setting[i].second;
  }
  return true;
}

PairedRuns pair_runs(const PartResult& part, const FigureValues& values,
                     const Comparison& comparison, const std::string& treebank) {
  PairedRuns paired;
  bool has_sentences = true;
  const auto& baseline = values.seeds(comparison.baseline, treebank);
  for (const auto& [seed, value] : values.seeds(comparison.setting, treebank)) {
    const auto other = baseline.find(seed);
    if (other == baseline.end()) continue;
    paired.baseline[seed] = other->second;
    paired.setting[seed] = value;
    paired.difference[seed] = value - other->second;
    const RunResult* const first = find_run(part, comparison.baseline, treebank, seed);
    const RunResult* const second = find_run(part, comparison.setting, treebank, seed);
    has_sentences = has_sentences && add_sentences(first->sentences, second->sentences, paired);
  }
  if (!has_sentences) paired.sentences.clear();
  return paired;
}

std::optional<double> test_of(const std::vector<double>& differences) {
  if (differences.empty()) return std::nullopt;
  return randomization_p_value(differences);
}

/// As shares of the words of their treebank, in integers, whose sums are exact.
void append_weighted(const PairedRuns& paired, std::vector<double>& differences) {
  constexpr double kWhole = 1e9;
  for (const double difference : paired.sentences) {
    differences.push_back(std::round(kWhole * difference / paired.words));
  }
}

ScoreDifference average_of(const std::vector<PairedRuns>& treebanks) {
  std::vector<std::map<std::uint64_t, double>> baseline;
  std::vector<std::map<std::uint64_t, double>> setting;
  std::vector<std::map<std::uint64_t, double>> difference;
  std::vector<double> sentences;
  bool has_sentences = true;
  for (const PairedRuns& paired : treebanks) {
    baseline.push_back(paired.baseline);
    setting.push_back(paired.setting);
    difference.push_back(paired.difference);
    has_sentences = has_sentences && !paired.sentences.empty() && paired.words > 0;
    if (has_sentences) append_weighted(paired, sentences);
  }
  ScoreDifference average;
  average.baseline = average_over(baseline).spread.mean;
  average.setting = average_over(setting).spread.mean;
  average.difference = average_over(difference);
  if (has_sentences) average.p_value = test_of(sentences);
  return average;
}

ReportCell dash() { return {"–", "", std::nullopt}; }

ReportCell interval_cell(const Measured& difference, const FigureName& name) {
  if (difference.seeds < 2) return dash();
  const Spread& spread = difference.spread;
  return {fmt::format("{} to {}", name.difference_text(spread.mean - spread.margin),
                      name.difference_text(spread.mean + spread.margin)),
          "", spread.mean - spread.margin};
}

ReportCell p_cell(const std::optional<double>& p) {
  if (!p) return dash();
  return {fmt::format("{:.4f}{}", *p, *p < kMarkedBelow ? "*" : ""), "", p};
}

ReportCell difference_cell(double difference, const FigureName& name) {
  return {name.difference_text(difference), "", difference};
}

std::string mark_note() { return fmt::format("* p < {}", kMarkedBelow); }

ReportTable average_table(const std::vector<SettingDifference>& differences,
                          const FigureName& name) {
  const bool has_published = std::ranges::any_of(differences, [](const SettingDifference& one) {
    return one.comparison.published.has_value();
  });
  ReportTable table{fmt::format("Differences in {}", name.heading()),
                    {"comparison", "difference", "95% interval", "p", "treebanks in favour"},
                    {},
                    mark_note()};
  if (has_published) table.header.emplace_back("published");
  for (const SettingDifference& one : differences) {
    auto& row = table.rows.emplace_back();
    row.push_back({comparison_name(one.comparison), "", std::nullopt});
    if (one.average) {
      row.push_back(difference_cell(one.average->difference.spread.mean, name));
      row.push_back(interval_cell(one.average->difference, name));
      row.push_back(p_cell(one.average->p_value));
      row.push_back({fmt::format("{} of {}", one.in_favour, one.treebanks.size()), "",
                     static_cast<double>(one.in_favour)});
    } else {
      row.insert(row.end(), 4, dash());
    }
    if (!has_published) continue;
    const auto& published = one.comparison.published;
    row.push_back(published ? difference_cell(*published, name) : dash());
  }
  return table;
}

ReportTable by_treebank_table(const PartResult& part,
                              const std::vector<SettingDifference>& differences,
                              const FigureName& name) {
  ReportTable table{fmt::format("Differences in {} by treebank", name.heading()),
                    {"comparison"},
                    {},
                    mark_note()};
  table.header.insert(table.header.end(), part.treebanks.begin(), part.treebanks.end());
  for (const SettingDifference& one : differences) {
    auto& row = table.rows.emplace_back();
    row.push_back({comparison_name(one.comparison), "", std::nullopt});
    for (const std::string& treebank : part.treebanks) {
      const auto found = std::ranges::find(one.treebanks, treebank, &ScoreDifference::treebank);
      if (found == one.treebanks.end()) {
        row.push_back(dash());
        continue;
      }
      ReportCell cell = difference_cell(found->difference.spread.mean, name);
      if (found->p_value.value_or(1) < kMarkedBelow) cell.text += "*";
      row.push_back(std::move(cell));
    }
  }
  return table;
}

ReportTable detailed_table(const std::vector<SettingDifference>& differences,
                           const FigureName& name) {
  ReportTable table{
      "All comparisons",
      {"comparison", "treebank", "baseline", "setting", "difference", "95% interval", "p", "seeds"},
      {},
      mark_note(),
      true};
  const auto add = [&](const SettingDifference& of, const ScoreDifference& one) {
    table.rows.push_back(
        {{comparison_name(of.comparison), "", std::nullopt},
         {one.treebank.empty() ? "average" : one.treebank, "", std::nullopt},
         {name.text(one.baseline), "", one.baseline},
         {name.text(one.setting), "", one.setting},
         difference_cell(one.difference.spread.mean, name),
         interval_cell(one.difference, name),
         p_cell(one.p_value),
         {fmt::format("{}", one.difference.seeds), "", static_cast<double>(one.difference.seeds)}});
  };
  for (const SettingDifference& of : differences) {
    for (const ScoreDifference& one : of.treebanks) add(of, one);
    if (of.average && of.treebanks.size() > 1) add(of, *of.average);
  }
  return table;
}

}  // namespace

SettingDifference compare_settings(const PartResult& part, const Comparison& comparison) {
  const FigureValues values(
      part, [&](const RunResult& run) { return find_figure(run.figures, part.score); });
  const double sign = figure_name(part.score).better == Better::kLess ? -1 : 1;
  SettingDifference result{comparison, {}, std::nullopt, 0};
  std::vector<PairedRuns> all;
  for (const std::string& treebank : part.treebanks) {
    PairedRuns paired = pair_runs(part, values, comparison, treebank);
    if (paired.difference.empty()) continue;
    ScoreDifference one{treebank, average_over({paired.baseline}).spread.mean,
                        average_over({paired.setting}).spread.mean,
                        average_over({paired.difference}), test_of(paired.sentences)};
    if (sign * one.difference.spread.mean > 0) ++result.in_favour;
    result.treebanks.push_back(std::move(one));
    all.push_back(std::move(paired));
  }
  if (!all.empty()) result.average = average_of(all);
  return result;
}

std::vector<ReportTable> difference_tables(const PartResult& part,
                                           const std::vector<SettingDifference>& differences) {
  const FigureName name = figure_name(part.score);
  std::vector<ReportTable> tables{average_table(differences, name)};
  if (part.treebanks.size() > 1) tables.push_back(by_treebank_table(part, differences, name));
  tables.push_back(detailed_table(differences, name));
  return tables;
}

}  // namespace panarc
