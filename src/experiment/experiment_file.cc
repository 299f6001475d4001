#include "experiment/experiment_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/toml.h"
#include "panarc/analysis.h"
#include "panarc/error.h"
#include "panarc/evaluate.h"

namespace panarc {

namespace {

constexpr auto kTableNames = names_of<TableSpec::Kind>({
    {TableSpec::Kind::kTreebanks, "treebanks"},
    {TableSpec::Kind::kFigures, "figures"},
    {TableSpec::Kind::kGroups, "groups"},
    {TableSpec::Kind::kEpoch, "epoch"},
});

constexpr auto kChartNames = names_of<ChartSpec::Kind>({
    {ChartSpec::Kind::kCurves, "curves"},
    {ChartSpec::Kind::kBars, "bars"},
    {ChartSpec::Kind::kScatter, "scatter"},
});

template <class Value, std::size_t Size>
Value read_name(TomlTable& table, const std::string& key, const Names<Value, Size>& names,
                std::optional<Value> otherwise = std::nullopt) {
  const TomlValue* const value = table.find(key);
  if (value == nullptr && otherwise) return *otherwise;
  const TomlValue& found = value == nullptr ? table.require(key) : *value;
  const std::optional<Value> parsed = names.parse(toml_text(found, key));
  if (!parsed) throw_unexpected(found, key, names.list(", ", " or "));
  return *parsed;
}

std::uint64_t read_whole(const TomlValue& value, const std::string& key, std::uint64_t most) {
  const double number = toml_number(value, key);
  const auto whole = static_cast<std::uint64_t>(std::max(number, 0.0));
  if (number < 0 || whole > most || static_cast<double>(whole) != number) {
    throw_unexpected(value, key, fmt::format("a whole number from 0 to {}", most));
  }
  return whole;
}

/// A number of seeds counting from 1, or a list of them.
std::vector<std::uint64_t> read_seeds(TomlTable& table, std::vector<std::uint64_t> otherwise) {
  constexpr const char* kKey = "seeds";
  constexpr std::uint64_t kMost = 1000;
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 53U;
  const TomlValue* const value = table.find(kKey);
  if (value == nullptr) return otherwise;
  std::vector<std::uint64_t> seeds;
  if (value->kind == TomlValue::Kind::kList) {
    for (const TomlValue& item : value->items) seeds.push_back(read_whole(item, kKey, kLargest));
  } else {
    const std::uint64_t count = read_whole(*value, kKey, kMost);
    for (std::uint64_t seed = 1; seed <= count; ++seed) seeds.push_back(seed);
  }
  if (seeds.empty()) throw_unexpected(*value, kKey, "one or more");
  for (const std::uint64_t seed : seeds) {
    if (std::ranges::count(seeds, seed) == 1) continue;
    throw Error(value->place, fmt::format("seeds: found {} twice, expected once", seed));
  }
  return seeds;
}

TableSpec read_table(const TomlValue& value, const ExperimentPart& part) {
  TomlTable table(value, "a table");
  TableSpec spec;
  spec.kind = read_name(table, "kind", kTableNames);
  spec.title = table.text("title");
  spec.figures = table.texts("figures");
  if (const TomlValue* epoch = table.find("epoch")) {
    constexpr std::uint64_t kMostEpochs = 1'000'000;
    spec.epoch = static_cast<int>(read_whole(*epoch, "epoch", kMostEpochs));
  }
  table.finish();
  complete(spec, part);
  return spec;
}

ChartSpec read_chart(const TomlValue& value, const ExperimentPart& part) {
  TomlTable table(value, "a chart");
  ChartSpec spec;
  spec.kind = read_name(table, "kind", kChartNames);
  spec.title = table.text("title");
  spec.x = table.text("x");
  spec.y = table.text("y");
  spec.logarithmic = table.flag("log");
  table.finish();
  complete(spec, part);
  return spec;
}

std::string read_setting(TomlTable& table, const std::string& key, const ExperimentPart& part) {
  const TomlValue& value = table.require(key);
  std::vector<std::string> names;
  for (const Setting& setting : part.settings) names.push_back(setting.name);
  std::string name = toml_text(value, key);
  if (std::ranges::find(names, name) != names.end()) return name;
  throw Error(value.place, fmt::format("{}: found \"{}\", expected a setting of the part{}", key,
                                       name, suggestion(name, names)));
}

Comparison read_comparison(const TomlValue& value, const ExperimentPart& part) {
  TomlTable table(value, "a comparison");
  Comparison comparison;
  comparison.baseline = read_setting(table, "baseline", part);
  comparison.setting = read_setting(table, "setting", part);
  if (const TomlValue* published = table.find("published")) {
    comparison.published = toml_number(*published, "published");
  }
  table.finish();
  return comparison;
}

/// A part that trains must be compared by a score of `eval`.
void check_score(const TomlValue& value, const ExperimentPart& part) {
  if (part.command != PartCommand::kTrain) return;
  std::vector<std::string> names;
  for (const Metric metric : all_metrics()) {
    if (!is_segmentation(metric)) names.emplace_back(metric_name(metric));
  }
  if (std::ranges::find(names, part.score) != names.end()) return;
  throw_unexpected(value, "score",
                   fmt::format("{}{}", fmt::join(names, ", "), suggestion(part.score, names)));
}

void check_groups(const ExperimentPart& part) {
  if (part.by.empty() && part.where.empty()) return;
  if (part.command != PartCommand::kTrain) {
    throw Error(part.place, "by and where are for parts whose command is train");
  }
  AnalysisOptions options;
  if (!part.by.empty()) options.by = {part.by};
  options.where = part.where;
  try {
    check_analysis(options, 1);
  } catch (const Error& error) {
    throw Error(part.place, error.message());
  }
}

/// Throws Error if there is a treebank twice, or two settings with the same name.
void check_names(const ExperimentPart& part) {
  for (const std::string& name : part.treebanks) {
    if (std::ranges::count(part.treebanks, name) == 1) continue;
    throw Error(part.place, fmt::format("treebanks: found \"{}\" twice, expected once", name));
  }
  for (const Setting& setting : part.settings) {
    if (std::ranges::count(part.settings, setting.name, &Setting::name) == 1) continue;
    throw Error(setting.place, fmt::format("there are two settings \"{}\"", setting.name));
  }
}

/// The part that another takes its settings from.
const ExperimentPart& find_part(const TomlValue& title, const std::vector<ExperimentPart>& parts) {
  std::vector<std::string> titles;
  for (const ExperimentPart& part : parts) {
    if (part.title == toml_text(title, "like")) return part;
    titles.push_back(part.title);
  }
  throw Error(title.place, fmt::format("like: found \"{}\", expected the title of a part above{}",
                                       title.text, suggestion(title.text, titles)));
}

/// The settings of a part: its own, or those of the part it refers to with `like`.
std::vector<Setting> read_settings(TomlTable& table, const TomlValue& part,
                                   const ExperimentPart* like) {
  const TomlValue* const options = table.find("options");
  const TomlValue* const sweep = table.find("sweep");
  const TomlValue* const settings = table.find("settings");
  if (like == nullptr) return expand_settings(part, options, sweep, settings);
  for (const TomlValue* own : {sweep, settings}) {
    if (own != nullptr) throw Error(own->place, "the settings are those of the part under `like`");
  }
  std::vector<Setting> result = like->settings;
  if (options != nullptr) {
    const ExperimentOptions over = read_options(*options);
    for (Setting& setting : result) setting.options = with_options(setting.options, over);
  }
  return result;
}

ExperimentPart read_part(const TomlValue& value, const ExperimentFile& file,
                         const std::vector<std::string>& treebanks,
                         const std::vector<std::uint64_t>& seeds) {
  TomlTable table(value, "a part");
  ExperimentPart part;
  part.place = value.place;
  part.title = toml_text(table.require("title"), "title");
  part.description = table.text("description");
  const TomlValue* const title = table.find("like");
  const ExperimentPart* const like = title == nullptr ? nullptr : &find_part(*title, file.parts);
  if (like != nullptr) {
    part.test = like->test;
    part.quick = like->quick;
  }
  part.command = read_name(table, "command", kPartCommandNames,
                           {like == nullptr ? PartCommand::kTrain : like->command});
  part.score = default_score(part.command);
  if (const TomlValue* score = table.find("score")) {
    part.score = toml_text(*score, "score");
    check_score(*score, part);
  }
  part.by = table.text("by");
  part.where = table.text("where");
  check_groups(part);
  part.treebanks = table.texts("treebanks", treebanks);
  if (part.treebanks.empty()) {
    throw Error(part.place, "the part has no treebanks, and neither has the file");
  }
  part.seeds = read_seeds(table, seeds);
  // Counting does not depend on chance.
  if (part.command == PartCommand::kStats) part.seeds = {1};
  part.settings = read_settings(table, value, like);
  check_names(part);
  if (const TomlValue* test = table.find("test")) {
    if (part.command != PartCommand::kTrain) {
      throw Error(test->place, "test is for parts whose command is train");
    }
    part.test = read_options(*test);
  }
  if (const TomlValue* quick = table.find("quick")) {
    part.quick = with_options(part.quick, read_options(*quick));
  }
  for (const TomlValue* one : table.tables("table")) part.tables.push_back(read_table(*one, part));
  for (const TomlValue* one : table.tables("chart")) part.charts.push_back(read_chart(*one, part));
  for (const TomlValue* one : table.tables("compare")) {
    part.comparisons.push_back(read_comparison(*one, part));
  }
  table.finish();
  if (part.tables.empty()) part.tables = default_tables(part);
  if (part.charts.empty()) part.charts = default_charts(part);
  return part;
}

}  // namespace

ExperimentFile parse_experiment(std::string_view text, const std::string& name) {
  const TomlValue value = parse_toml(text, name);
  TomlTable table(value, "the file");
  ExperimentFile file;
  file.title = toml_text(table.require("title"), "title");
  file.description = table.text("description");
  const std::vector<std::string> treebanks = table.texts("treebanks");
  const std::vector<std::uint64_t> seeds = read_seeds(table, {1});
  file.quick_seeds = {1};
  if (const TomlValue* quick = table.find("quick")) {
    TomlTable of_quick(*quick, "quick");
    file.quick_seeds = read_seeds(of_quick, file.quick_seeds);
    of_quick.finish();
  }
  for (const TomlValue* part : table.tables("part")) {
    file.parts.push_back(read_part(*part, file, treebanks, seeds));
    const std::string& title = file.parts.back().title;
    if (std::ranges::count(file.parts, title, &ExperimentPart::title) > 1) {
      throw Error(part->place, fmt::format("there are two parts \"{}\"", title));
    }
  }
  table.finish();
  if (file.parts.empty()) throw Error({name, 0, 0}, "has no [[part]], expected one or more");
  return file;
}

}  // namespace panarc
