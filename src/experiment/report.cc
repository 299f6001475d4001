#include "experiment/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "experiment/figure_names.h"
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

ReportTable differences_table(const std::vector<SettingDifference>& differences,
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

ReportTable all_differences_table(const std::vector<SettingDifference>& differences,
                                  const FigureName& name) {
  ReportTable table{
      "All comparisons",
      {"comparison", "treebank", "baseline", "setting", "difference", "95% interval", "p", "seeds"},
      {},
      mark_note()};
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

void add_differences(const PartResult& part, PartReport& report) {
  if (part.comparisons.empty()) return;
  const FigureName name = figure_name(part.score);
  std::vector<SettingDifference> differences;
  for (const Comparison& comparison : part.comparisons) {
    differences.push_back(compare_settings(part, comparison));
  }
  report.difference_chart = make_difference_chart(part, differences);
  report.differences = differences_table(differences, name);
  if (part.treebanks.size() > 1) {
    report.differences_by_treebank = by_treebank_table(part, differences, name);
  }
  report.all_differences = all_differences_table(differences, name);
}

PartReport make_part(const PartResult& part, std::size_t number) {
  PartReport report;
  report.part = &part;
  report.title = part.title.empty() ? fmt::format("Part {}", number) : part.title;
  report.runs = runs_text(part);
  if (part.runs.empty()) return report;
  for (const TableSpec& spec : part.tables) report.tables.push_back(make_table(part, spec));
  for (const ChartSpec& spec : part.charts) {
    report.charts.push_back(make_chart(part, spec));
    report.charts.back().file = fmt::format("chart-{}-{}.svg", number, report.charts.size());
  }
  add_differences(part, report);
  if (report.difference_chart) {
    report.difference_chart->file = fmt::format("differences-{}.svg", number);
  }
  return report;
}

/// What is said once for all tables and charts, if there are any it applies to.
std::vector<std::string> methods_of(const Report& report) {
  const auto any = [&](const auto& condition) {
    return std::ranges::any_of(report.parts, condition);
  };
  std::vector<std::string> methods;
  if (any([](const PartReport& part) { return !part.tables.empty(); })) {
    methods.emplace_back(
        "Cells are means over seeds; ± is the standard deviation over seeds. Averages over "
        "treebanks give each the same weight. The best of a column is set in bold, and what is "
        "rounded to the same number, too.");
  }
  if (any([](const PartReport& part) { return part.differences.has_value(); })) {
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
  report.methods = methods_of(report);
  return report;
}

}  // namespace panarc
