#include <fmt/format.h>

#include <set>

#include "draw/escapes.h"
#include "experiment/report.h"

namespace panarc {

namespace {

/// Rows of figures as CSV: the columns are all figures that any row has.
class FiguresCsv {
 public:
  void add(const PartResult& part, const RunResult& run, Figures figures) {
    for (const auto& [key, value] : figures) columns_.insert(key);
    rows_.push_back({&part, &run, std::move(figures)});
  }

  [[nodiscard]] std::string text() const {
    std::string text = "part,setting,treebank,seed";
    for (const std::string& column : columns_) text += "," + csv_cell(column);
    text += "\n";
    for (const Row& row : rows_) {
      text += fmt::format("{},{},{},{}", csv_cell(row.part->title), csv_cell(row.run->setting),
                          csv_cell(row.run->treebank), row.run->seed);
      for (const std::string& column : columns_) {
        const auto found = row.figures.find(column);
        text += ",";
        // As many digits as needed to read the same number back.
        if (found != row.figures.end()) text += fmt::format("{}", found->second);
      }
      text += "\n";
    }
    return text;
  }

 private:
  struct Row {
    const PartResult* part;
    const RunResult* run;
    Figures figures;
  };

  std::set<std::string> columns_;
  std::vector<Row> rows_;
};

}  // namespace

std::string results_csv(const ExperimentResult& result) {
  FiguresCsv csv;
  for (const PartResult& part : result.parts) {
    for (const RunResult& run : part.runs) {
      Figures figures = run.figures;
      for (const NamedFigures& group : run.groups) {
        for (const auto& [key, value] : group.figures) {
          figures[fmt::format("{} [{}]", key, group.name)] = value;
        }
      }
      csv.add(part, run, std::move(figures));
    }
  }
  return csv.text();
}

std::string epochs_csv(const ExperimentResult& result) {
  FiguresCsv csv;
  bool empty = true;
  for (const PartResult& part : result.parts) {
    for (const RunResult& run : part.runs) {
      for (const Figures& epoch : run.epochs) {
        csv.add(part, run, epoch);
        empty = false;
      }
    }
  }
  return empty ? "" : csv.text();
}

}  // namespace panarc
