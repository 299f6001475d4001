#include "experiment/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "experiment/figures.h"
#include "io/text.h"

namespace panarc {

namespace {

/// The missing runs, assuming that all settings are planned on all treebanks with all seeds seen.
std::vector<std::string> missing_runs(const PartResult& part) {
  std::set<std::tuple<std::string, std::string, std::uint64_t>> done;
  std::set<std::uint64_t> seeds;
  for (const RunResult& run : part.runs) {
    done.emplace(run.setting, run.treebank, run.seed);
    seeds.insert(run.seed);
  }
  std::vector<std::string> missing;
  if (part.settings.size() * part.treebanks.size() * seeds.size() != part.planned) return missing;
  for (const std::string& setting : part.settings) {
    for (const std::string& treebank : part.treebanks) {
      for (const std::uint64_t seed : seeds) {
        if (done.contains({setting, treebank, seed})) continue;
        missing.push_back(fmt::format("{} on {} with seed {}", setting, treebank, seed));
      }
    }
  }
  return missing;
}

std::string runs_done(std::size_t done, std::size_t planned) {
  if (done == 0) return "No run is done yet.";
  if (done >= planned) return fmt::format("{}.", counted(done, "run"));
  return fmt::format("{} of {} are done; what follows is about these alone.", done,
                     counted(planned, "run"));
}

std::string runs_text(const PartResult& part) {
  constexpr std::size_t kMostNamed = 10;
  std::string text = runs_done(part.runs.size(), part.planned);
  if (part.runs.empty()) return text;
  const std::vector<std::string> missing = missing_runs(part);
  if (missing.empty()) return text;
  text += " Missing: ";
  for (std::size_t i = 0; i < std::min(missing.size(), kMostNamed); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : "; ", missing[i]);
  }
  if (missing.size() > kMostNamed) {
    text += fmt::format("; and {} more", missing.size() - kMostNamed);
  }
  return text + ".";
}

PartReport make_part(const PartResult& part, std::size_t number) {
  PartReport report;
  report.part = &part;
  report.title = part.title.empty() ? fmt::format("Part {}", number) : part.title;
  report.runs = runs_text(part);
  if (part.runs.empty()) return report;
  for (const TableSpec& spec : part.tables) report.items.emplace_back(make_table(part, spec));
  for (std::size_t i = 0; i < part.charts.size(); ++i) {
    ReportChart chart = make_chart(part, part.charts[i]);
    chart.file = fmt::format("chart-{}-{}.svg", number, i + 1);
    report.items.emplace_back(std::move(chart));
  }
  if (part.comparisons.empty()) return report;
  std::vector<SettingDifference> differences;
  for (const Comparison& comparison : part.comparisons) {
    differences.push_back(compare_settings(part, comparison));
  }
  std::vector<ReportTable> tables = difference_tables(part, differences);
  ReportChart chart = make_difference_chart(part, differences);
  chart.file = fmt::format("differences-{}.svg", number);
  report.items.emplace_back(std::move(tables.front()));
  report.items.emplace_back(std::move(chart));
  for (std::size_t i = 1; i < tables.size(); ++i) report.items.emplace_back(std::move(tables[i]));
  return report;
}

/// What is said once for all tables and charts, if there are any it applies to.
std::vector<std::string> methods_of(const ExperimentResult& result) {
  const auto any = [&](const auto& has) {
    return std::ranges::any_of(
        result.parts, [&](const PartResult& part) { return !part.runs.empty() && has(part); });
  };
  std::vector<std::string> methods;
  if (any([](const PartResult& part) { return !part.tables.empty(); })) {
    methods.emplace_back(
        "Cells are means over seeds; ± is the standard deviation over seeds. Averages over "
        "treebanks give each the same weight. The best of a column is set in bold, and what is "
        "rounded to the same number, too.");
  }
  if (any([](const PartResult& part) { return !part.comparisons.empty(); })) {
    methods.emplace_back(
        "Differences are paired by seed: their mean, and its 95% confidence interval over seeds "
        "(Student's t).");
    methods.emplace_back(fmt::format(
        "p is how likely a difference at least as large is if the two settings are equally good, "
        "by approximate randomisation over the sentences of the test data ({} rounds). What all "
        "seeds made of a sentence is one observation. Each p is that of one test: of many tests "
        "without any difference, about one in twenty has p < {}.",
        kTestRounds, kMarkedBelow));
  }
  return methods;
}

}  // namespace

Report make_report(const ExperimentResult& result) {
  Report report;
  report.result = &result;
  report.title = result.title.empty() ? "Experiment" : result.title;
  for (const PartResult& part : result.parts) {
    report.parts.push_back(make_part(part, report.parts.size() + 1));
  }
  report.methods = methods_of(result);
  return report;
}

}  // namespace panarc
