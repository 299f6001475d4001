#include "cli/analysis_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <span>
#include <utility>

#include "cli/arguments.h"
#include "panarc/io.h"
#include "panarc/json.h"

namespace panarc::cli {

namespace {

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string percentage(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{:.2f}", percent(part, whole));
}

template <class Value>
std::span<const Value> first_of(const std::vector<Value>& values, std::size_t count) {
  return std::span(values).first(std::min(values.size(), count));
}

std::vector<std::string> header_of(const Analysis& analysis, const AnalysisView& view) {
  std::vector<std::string> header = analysis.criteria;
  if (header.empty()) header.emplace_back("");
  header.insert(header.end(), {"words", "%"});
  if (view.systems == 1) header.insert(header.end(), {"UAS", "LAS", "labels"});
  if (view.systems == 2) {
    header.insert(header.end(), {"UAS", "other", "LAS", "other", "only system", "only other", "p"});
  }
  return header;
}

std::vector<std::string> row_of(const AnalysisGroup& group, std::vector<std::string> values,
                                std::uint64_t all, const AnalysisView& view) {
  std::vector<std::string> row = std::move(values);
  row.push_back(fmt::format("{}", group.words));
  row.push_back(percentage(group.words, all));
  const auto& [system, other] = group.systems;
  if (view.systems == 1) {
    for (const std::uint64_t right : {system.heads, system.both, system.labels}) {
      row.push_back(percentage(right, group.words));
    }
  }
  if (view.systems == 2) {
    for (const std::uint64_t right : {system.heads, other.heads, system.both, other.both}) {
      row.push_back(percentage(right, group.words));
    }
    for (const std::uint64_t alone : group.alone) row.push_back(fmt::format("{}", alone));
    row.push_back(fmt::format("{:.4f}", group.p_value));
  }
  return row;
}

Table table_of_groups(const Analysis& analysis, const AnalysisView& view) {
  Table table(header_of(analysis, view));
  const std::size_t columns = std::max<std::size_t>(analysis.criteria.size(), 1);
  table.set_text_columns(columns);
  const std::uint64_t all = analysis.total.words;
  for (const AnalysisGroup& group : first_of(analysis.groups, view.top)) {
    table.add_row(row_of(group, group.values, all, view));
  }
  std::vector<std::string> total(columns);
  total.front() = "all";
  table.add_row(row_of(analysis.total, std::move(total), all, view));
  return table;
}

/// The most frequent confusions, without the words on which gold standard and system agree.
std::vector<Confusion> top_confusions(const Analysis& analysis, const AnalysisView& view) {
  std::vector<Confusion> top;
  for (const Confusion& confusion : analysis.confusions) {
    if (top.size() == view.top) break;
    if (confusion.gold != confusion.system) top.push_back(confusion);
  }
  return top;
}

Table table_of_confusions(const Analysis& analysis, const AnalysisView& view) {
  Table table({"gold", "system", "words", "%"});
  table.set_text_columns(2);
  for (const Confusion& confusion : top_confusions(analysis, view)) {
    table.add_row({confusion.gold, confusion.system, fmt::format("{}", confusion.words),
                   percentage(confusion.words, analysis.total.words)});
  }
  return table;
}

void print_examples(const std::string& title, const std::vector<std::string>& examples) {
  if (examples.empty()) return;
  fmt::print("\n{}\n", visible(title));
  for (const std::string& example : examples) fmt::print("  {}\n", visible(example));
}

void print_all_examples(const Analysis& analysis, const AnalysisView& view) {
  for (const AnalysisGroup& group : first_of(analysis.groups, view.top)) {
    print_examples(fmt::format("{}", fmt::join(group.values, ", ")), group.examples);
  }
  for (const Confusion& confusion : top_confusions(analysis, view)) {
    print_examples(fmt::format("{} > {}", confusion.gold, confusion.system), confusion.examples);
  }
}

}  // namespace

void add_table_formats(Command& command, TableFormat& format, const std::string& about_json) {
  const auto add = [&](const std::string& name, TableFormat which, const std::string& about,
                       const std::vector<std::string>& others) {
    add_flag(
        command, name, [&format, which] { format = which; }, about)
        .exclude(others);
  };
  add("--json", TableFormat::kJson, about_json, {});
  add("--markdown", TableFormat::kMarkdown, "Print tables in Markdown", {"--json"});
  add("--csv", TableFormat::kCsv, "Print tables as comma-separated values",
      {"--json", "--markdown"});
}

void print_table(const Table& table, TableFormat format) {
  switch (format) {
    case TableFormat::kMarkdown:
      fmt::print("{}", table.markdown());
      break;
    case TableFormat::kCsv:
      fmt::print("{}", table.csv());
      break;
    default:
      fmt::print("{}", table.text());
  }
}

void check_criteria(const AnalysisOptions& options, const AnalysisView& view) {
  try {
    check_analysis(options, view.systems);
  } catch (const Error& error) {
    throw UsageError("--" + error.message());
  }
}

std::string significance_text(const Analysis& analysis, const AnalysisView& view) {
  return fmt::format("{}: p = {:.4f} for UAS, {:.4f} for LAS", kSignificanceTestNames.of(view.test),
                     p_value(analysis.heads, view.test), p_value(analysis.both, view.test));
}

void print_analysis(const Analysis& analysis, const AnalysisView& view, TableFormat format) {
  if (format == TableFormat::kJson) {
    fmt::print("{}\n", to_json(analysis, view.test));
    return;
  }
  print_table(table_of_groups(analysis, view), format);
  if (!analysis.confusions.empty()) {
    fmt::print("\n");
    print_table(table_of_confusions(analysis, view), format);
  }
  if (format == TableFormat::kCsv) return;
  if (view.systems == 2) fmt::print("\n{}\n", significance_text(analysis, view));
  print_all_examples(analysis, view);
}

}  // namespace panarc::cli
