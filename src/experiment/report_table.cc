#include <fmt/format.h>

#include <algorithm>

#include "experiment/figures.h"
#include "experiment/report.h"

namespace panarc {

namespace {

ReportCell cell_of(const std::optional<Measured>& measured, const FigureName& name) {
  if (!measured) return {"–", "", std::nullopt};
  ReportCell cell{name.text(measured->spread.mean), "", measured->spread.mean};
  if (measured->seeds > 1) cell.deviation = name.text(measured->spread.deviation);
  return cell;
}

/// Values that look the same as the best are marked, too.
void mark_best(std::vector<std::vector<ReportCell>>& rows, std::size_t column, Better better) {
  if (better == Better::kNeither || rows.size() < 2) return;
  const ReportCell* best = nullptr;
  for (const auto& row : rows) {
    const ReportCell& cell = row[column];
    if (!cell.value) continue;
    const bool is_better =
        best == nullptr ||
        (better == Better::kMore ? *cell.value > *best->value : *cell.value < *best->value);
    if (is_better) best = &cell;
  }
  if (best == nullptr) return;
  const std::string text = best->text;
  for (auto& row : rows) row[column].best = row[column].value && row[column].text == text;
}

FigureValues::Of figure_of_run(const std::string& key) {
  return [key](const RunResult& run) { return find_figure(run.figures, key); };
}

FigureValues::Of figure_of_epoch(const std::string& key, int epoch) {
  return [key, epoch](const RunResult& run) -> std::optional<double> {
    if (run.epochs.empty()) return std::nullopt;
    for (const Figures& figures : run.epochs) {
      if (find_figure(figures, "epoch") == epoch) return find_figure(figures, key);
    }
    return find_figure(run.epochs.back(), key);
  };
}

bool has_epoch(const RunResult& run, int epoch) {
  return std::ranges::any_of(
      run.epochs, [&](const Figures& figures) { return find_figure(figures, "epoch") == epoch; });
}

FigureValues::Of figure_of_group(const std::string& key, const std::string& group) {
  return [key, group](const RunResult& run) -> std::optional<double> {
    const auto found = std::ranges::find(run.groups, group, &NamedFigures::name);
    return found == run.groups.end() ? std::nullopt : find_figure(found->figures, key);
  };
}

/// All groups, in the order of the runs.
std::vector<std::string> groups_of(const PartResult& part) {
  std::vector<std::string> groups;
  for (const RunResult& run : part.runs) {
    for (const NamedFigures& group : run.groups) {
      if (std::ranges::find(groups, group.name) == groups.end()) groups.push_back(group.name);
    }
  }
  return groups;
}

/// A column of a table, other than the first: the values of a figure on a treebank, or their
/// averages over treebanks.
struct TableColumn {
  std::string heading;
  FigureName name;
  FigureValues values;
  std::optional<std::string> treebank = std::nullopt;

  [[nodiscard]] std::optional<Measured> of(const std::string& setting) const {
    return treebank ? values.of(setting, *treebank) : values.average(setting);
  }
};

/// Says which treebanks averages are over, unless it is all of them.
std::string averages_note(const PartResult& part, const std::vector<TableColumn>& columns,
                          const TableSpec& spec) {
  std::string fewer;
  for (const TableColumn& column : columns) {
    const std::size_t averaged = column.values.averaged().size();
    if (column.treebank || averaged == part.treebanks.size()) continue;
    const bool is_named = spec.kind == TableSpec::Kind::kTreebanks;
    fewer += fmt::format("{} {} of {} for {}", fewer.empty() ? ":" : ",", averaged,
                         part.treebanks.size(), is_named ? column.name.title : column.heading);
  }
  if (fewer.empty()) return {};
  return fmt::format("Averages are over the treebanks for which all settings have the figure{}.",
                     fewer);
}

/// Empty if all runs have the epoch that the table shows, or none has.
std::string epochs_note(const PartResult& part, const TableSpec& spec) {
  if (spec.kind != TableSpec::Kind::kEpoch) return {};
  const auto has = [&](const RunResult& run) { return has_epoch(run, spec.epoch); };
  if (std::ranges::all_of(part.runs, has) || std::ranges::none_of(part.runs, has)) return {};
  return fmt::format("Runs that ended before epoch {} count with their last.", spec.epoch);
}

std::vector<TableColumn> columns_of(const PartResult& part, const TableSpec& spec,
                                    const std::vector<std::string>& figures) {
  std::vector<TableColumn> columns;
  const std::string& key = figures.front();
  const FigureName first = figure_name(key);
  if (spec.kind == TableSpec::Kind::kTreebanks) {
    const FigureValues values(part, figure_of_run(key));
    for (const std::string& name : part.treebanks) columns.push_back({name, first, values, name});
    if (part.treebanks.size() > 1) columns.push_back({"average", first, values});
    return columns;
  }
  if (spec.kind == TableSpec::Kind::kGroups) {
    for (const std::string& group : groups_of(part)) {
      columns.push_back({group, first, FigureValues(part, figure_of_group(key, group))});
    }
    return columns;
  }
  for (const std::string& each : figures) {
    const FigureName name = figure_name(each);
    columns.push_back(
        {name.heading(), name,
         FigureValues(part, spec.kind == TableSpec::Kind::kEpoch ? figure_of_epoch(each, spec.epoch)
                                                                 : figure_of_run(each))});
  }
  return columns;
}

/// The title of a table, with the epoch that it shows.
std::string title_of_epoch(const PartResult& part, const TableSpec& spec) {
  const bool is_reached = std::ranges::any_of(
      part.runs, [&](const RunResult& run) { return has_epoch(run, spec.epoch); });
  if (spec.title.empty()) return is_reached ? fmt::format("Epoch {}", spec.epoch) : "Last epoch";
  return is_reached ? fmt::format("{}, epoch {}", spec.title, spec.epoch)
                    : fmt::format("{}, last epoch", spec.title);
}

std::string title_of(const PartResult& part, const TableSpec& spec, const FigureName& first) {
  if (spec.kind == TableSpec::Kind::kEpoch) return title_of_epoch(part, spec);
  if (!spec.title.empty()) return spec.title;
  switch (spec.kind) {
    case TableSpec::Kind::kTreebanks:
      return fmt::format("{} by treebank", first.heading());
    case TableSpec::Kind::kFigures:
      return "Scores and other figures";
    case TableSpec::Kind::kGroups:
      return fmt::format("{} by group", first.heading());
    case TableSpec::Kind::kEpoch:
      break;
  }
  return {};
}

}  // namespace

ReportTable make_table(const PartResult& part, const TableSpec& spec) {
  const std::vector<std::string> figures =
      spec.figures.empty() ? std::vector{part.score} : spec.figures;
  const std::vector<TableColumn> columns = columns_of(part, spec, figures);
  const bool has_treebanks_in_rows = spec.kind != TableSpec::Kind::kTreebanks &&
                                     part.settings.size() == 1 && part.treebanks.size() > 1;
  ReportTable table;
  table.title = title_of(part, spec, figure_name(figures.front()));
  table.header = {has_treebanks_in_rows ? "treebank" : "setting"};
  for (const TableColumn& column : columns) table.header.push_back(column.heading);
  const auto add_row = [&](const std::string& name, const auto& measured) {
    auto& row = table.rows.emplace_back();
    row.push_back({name, "", std::nullopt});
    for (const TableColumn& column : columns) row.push_back(cell_of(measured(column), column.name));
  };
  if (has_treebanks_in_rows) {
    const std::string& setting = part.settings.front();
    for (const std::string& treebank : part.treebanks) {
      add_row(treebank,
              [&](const TableColumn& column) { return column.values.of(setting, treebank); });
    }
    add_row("average", [&](const TableColumn& column) { return column.of(setting); });
  } else {
    for (const std::string& setting : part.settings) {
      add_row(setting, [&](const TableColumn& column) { return column.of(setting); });
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
      mark_best(table.rows, i + 1, columns[i].name.better);
    }
  }
  table.note = averages_note(part, columns, spec);
  const std::string note = epochs_note(part, spec);
  if (!note.empty()) table.note += (table.note.empty() ? "" : " ") + note;
  return table;
}

}  // namespace panarc
