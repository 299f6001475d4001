#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

#include "base/json.h"
#include "experiment/report.h"
#include "io/file_content.h"
#include "panarc/draw.h"
#include "panarc/error.h"

namespace panarc {

namespace {

/// The figures of a run, or of an epoch of it.
struct FiguresRow {
  const PartResult* part;
  const RunResult* run;
  Figures figures;
};

/// The columns are all figures that any row has.
std::string csv_of(const std::vector<FiguresRow>& rows) {
  std::set<std::string> columns;
  for (const FiguresRow& row : rows) {
    for (const auto& [key, value] : row.figures) columns.insert(key);
  }
  std::vector<std::string> header{"part", "setting", "treebank", "seed"};
  header.insert(header.end(), columns.begin(), columns.end());
  Table table(std::move(header));
  for (const auto& [part, run, figures] : rows) {
    std::vector<std::string> cells{part->title, run->setting, run->treebank,
                                   fmt::format("{}", run->seed)};
    for (const std::string& column : columns) {
      const auto found = figures.find(column);
      // As many digits as needed to read the same number back.
      cells.push_back(found == figures.end() ? "" : fmt::format("{}", found->second));
    }
    table.add_row(std::move(cells));
  }
  return table.csv();
}

using ResultJson = nlohmann::ordered_json;

ResultJson json_of(const RunResult& run) {
  ResultJson groups = ResultJson::object();
  for (const NamedFigures& group : run.groups) groups[group.name] = group.figures;
  return {{"setting", run.setting},   {"treebank", run.treebank},  {"seed", run.seed},
          {"commands", run.commands}, {"figures", run.figures},    {"groups", groups},
          {"epochs", run.epochs},     {"sentences", run.sentences}};
}

ResultJson json_of(const PartResult& part) {
  ResultJson runs = ResultJson::array();
  for (const RunResult& run : part.runs) runs.push_back(json_of(run));
  return {{"title", part.title},         {"score", part.score},     {"settings", part.settings},
          {"treebanks", part.treebanks}, {"planned", part.planned}, {"runs", runs}};
}

}  // namespace

std::string results_csv(const ExperimentResult& result) {
  std::vector<FiguresRow> rows;
  for (const PartResult& part : result.parts) {
    for (const RunResult& run : part.runs) {
      Figures& figures = rows.emplace_back(FiguresRow{&part, &run, run.figures}).figures;
      for (const NamedFigures& group : run.groups) {
        for (const auto& [key, value] : group.figures) {
          figures[fmt::format("{} [{}]", key, group.name)] = value;
        }
      }
    }
  }
  return csv_of(rows);
}

std::string epochs_csv(const ExperimentResult& result) {
  std::vector<FiguresRow> rows;
  for (const PartResult& part : result.parts) {
    for (const RunResult& run : part.runs) {
      for (const Figures& epoch : run.epochs) rows.push_back({&part, &run, epoch});
    }
  }
  return rows.empty() ? "" : csv_of(rows);
}

std::string to_json(const ExperimentResult& result) {
  ResultJson parts = ResultJson::array();
  for (const PartResult& part : result.parts) parts.push_back(json_of(part));
  return dump_json(
      ResultJson{{"title", result.title}, {"version", result.version}, {"parts", parts}});
}

void write_report(const ExperimentResult& result, const std::string& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throw Error(fmt::format("cannot make {}: {}", folder, failure.message()));
  const auto write = [&](const std::string& name, std::string_view text) {
    write_file((std::filesystem::path(folder) / name).string(), text);
  };
  const Report report = make_report(result);
  // Write the charts first, so that a report never refers to missing ones.
  for (const PartReport& part : report.parts) {
    for (const auto& item : part.items) {
      const auto* const chart = std::get_if<ReportChart>(&item);
      if (chart != nullptr) write(chart->file, svg_file(chart->svg));
    }
  }
  write("results.csv", results_csv(result));
  if (const std::string epochs = epochs_csv(result); !epochs.empty()) write("epochs.csv", epochs);
  write("report.md", markdown_of(report));
  write("report.html", html_of(report));
}

}  // namespace panarc
