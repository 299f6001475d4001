#include "experiment/experiment_file.h"

#include <fmt/format.h>

namespace panarc {

namespace {

/// Groups of words have scores for heads, and for heads with relations.
std::string score_of_groups(const ExperimentPart& part) {
  if (part.command == PartCommand::kSchemes) return "UD_better";
  return part.score.starts_with("UAS") ? "UAS" : "LAS";
}

std::vector<std::string> default_figures(const ExperimentPart& part) {
  switch (part.command) {
    case PartCommand::kTrain:
      return {part.score, "train_seconds", "words_per_second", "model_bytes"};
    case PartCommand::kSchemes:
      return {"references_right", "predictability_right", "perplexity_right", "rules"};
    case PartCommand::kStats:
      return {"sentences", "projective_percent", "lazy_reduction", "minimal_reduction",
              "unique_percent"};
  }
  return {};
}

TableSpec table_of(TableSpec::Kind kind, const ExperimentPart& part) {
  TableSpec table;
  table.kind = kind;
  complete(table, part);
  return table;
}

ChartSpec chart_of(ChartSpec::Kind kind, const ExperimentPart& part) {
  ChartSpec chart;
  chart.kind = kind;
  chart.logarithmic = kind == ChartSpec::Kind::kScatter;
  complete(chart, part);
  return chart;
}

}  // namespace

std::string default_score(PartCommand command) {
  switch (command) {
    case PartCommand::kTrain:
      return "LAS";
    case PartCommand::kSchemes:
      return "references_right";
    case PartCommand::kStats:
      break;
  }
  return "projective_percent";
}

std::vector<TableSpec> default_tables(const ExperimentPart& part) {
  using Kind = TableSpec::Kind;
  std::vector<TableSpec> tables;
  if (part.command == PartCommand::kTrain) tables.push_back(table_of(Kind::kTreebanks, part));
  tables.push_back(table_of(Kind::kFigures, part));
  const bool grouped = !part.by.empty() || part.command == PartCommand::kSchemes;
  if (grouped) tables.push_back(table_of(Kind::kGroups, part));
  return tables;
}

std::vector<ChartSpec> default_charts(const ExperimentPart& part) {
  using Kind = ChartSpec::Kind;
  if (part.command != PartCommand::kTrain) return {};
  return {chart_of(Kind::kBars, part), chart_of(Kind::kCurves, part),
          chart_of(Kind::kScatter, part)};
}

void complete(TableSpec& table, const ExperimentPart& part) {
  if (table.figures.empty()) {
    switch (table.kind) {
      case TableSpec::Kind::kTreebanks:
        table.figures = {part.score};
        break;
      case TableSpec::Kind::kGroups:
        table.figures = {score_of_groups(part)};
        break;
      case TableSpec::Kind::kEpoch:
        table.figures = {"updates", "completed", "dev." + part.score};
        break;
      case TableSpec::Kind::kFigures:
        table.figures = default_figures(part);
        break;
    }
  }
  // The report has readable titles for all others.
  if (table.title.empty() && table.kind == TableSpec::Kind::kGroups) {
    table.title =
        fmt::format("{} by {}", table.figures.front(), part.by.empty() ? "rule" : part.by);
  }
}

void complete(ChartSpec& chart, const ExperimentPart& part) {
  const bool curves = chart.kind == ChartSpec::Kind::kCurves;
  if (chart.y.empty()) chart.y = curves ? "dev." + part.score : part.score;
  if (chart.x.empty() && chart.kind != ChartSpec::Kind::kBars) {
    chart.x = curves ? "epoch" : "words_per_second";
  }
}

}  // namespace panarc
