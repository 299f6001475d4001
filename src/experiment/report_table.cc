#include "experiment/report_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "draw/escapes.h"
#include "experiment/figure_names.h"
#include "experiment/figure_values.h"

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

/// A column of a table, other than the first.
struct TableColumn {
  std::string heading;
  FigureName name;
  FigureValues values;
};

/// Says which treebanks averages are over, unless it is all of them.
std::string averages_note(const PartResult& part, const std::vector<TableColumn>& columns) {
  std::string fewer;
  for (const TableColumn& column : columns) {
    const std::size_t averaged = column.values.averaged().size();
    if (averaged == part.treebanks.size()) continue;
    fewer += fmt::format("{} {} of {} for {}", fewer.empty() ? ":" : ",", averaged,
                         part.treebanks.size(), column.heading);
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

/// Rows are settings, with averages over treebanks; or treebanks if there is one setting.
void add_averages(const PartResult& part, const std::vector<TableColumn>& columns,
                  ReportTable& table) {
  const bool single = part.settings.size() == 1 && part.treebanks.size() > 1;
  table.header = {single ? "treebank" : "setting"};
  for (const TableColumn& column : columns) table.header.push_back(column.heading);
  const auto add_row = [&](const std::string& name, const auto& measured) {
    auto& row = table.rows.emplace_back();
    row.push_back({name, "", std::nullopt});
    for (const TableColumn& column : columns) {
      row.push_back(cell_of(measured(column.values), column.name));
    }
  };
  if (single) {
    const std::string& setting = part.settings.front();
    for (const std::string& treebank : part.treebanks) {
      add_row(treebank, [&](const FigureValues& values) { return values.of(setting, treebank); });
    }
    add_row("average", [&](const FigureValues& values) { return values.average(setting); });
  } else {
    for (const std::string& setting : part.settings) {
      add_row(setting, [&](const FigureValues& values) { return values.average(setting); });
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
      mark_best(table.rows, i + 1, columns[i].name.better);
    }
  }
  table.note = averages_note(part, columns);
}

/// Rows are settings, columns treebanks and their average.
void add_treebanks(const PartResult& part, const std::string& key, ReportTable& table) {
  const FigureName name = figure_name(key);
  const FigureValues values(part, figure_of_run(key));
  const bool has_average = part.treebanks.size() > 1;
  table.header = {"setting"};
  table.header.insert(table.header.end(), part.treebanks.begin(), part.treebanks.end());
  if (has_average) table.header.emplace_back("average");
  for (const std::string& setting : part.settings) {
    auto& row = table.rows.emplace_back();
    row.push_back({setting, "", std::nullopt});
    for (const std::string& treebank : part.treebanks) {
      row.push_back(cell_of(values.of(setting, treebank), name));
    }
    if (has_average) row.push_back(cell_of(values.average(setting), name));
  }
  for (std::size_t i = 1; i < table.header.size(); ++i) mark_best(table.rows, i, name.better);
  if (has_average) table.note = averages_note(part, {{name.title, name, values}});
}

std::vector<TableColumn> columns_of(const PartResult& part, const TableSpec& spec,
                                    const std::vector<std::string>& figures) {
  std::vector<TableColumn> columns;
  const FigureName first = figure_name(figures.front());
  if (spec.kind == TableSpec::Kind::kGroups) {
    for (const std::string& group : groups_of(part)) {
      columns.push_back(
          {group, first, FigureValues(part, figure_of_group(figures.front(), group))});
    }
    return columns;
  }
  for (const std::string& key : figures) {
    const FigureName name = figure_name(key);
    columns.push_back(
        {name.heading(), name,
         FigureValues(part, spec.kind == TableSpec::Kind::kEpoch ? figure_of_epoch(key, spec.epoch)
                                                                 : figure_of_run(key))});
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

/// `text ± deviation`, marked if it is the best.
std::string markdown_cell(const ReportCell& cell) {
  const std::string text = markdown_text(cell.text);
  const std::string shown = cell.best ? fmt::format("**{}**", text) : text;
  return cell.deviation.empty() ? shown : fmt::format("{} ± {}", shown, cell.deviation);
}

std::string html_cell(const ReportCell& cell) {
  std::string html = cell.best ? "<td class=\"best\"" : "<td";
  if (cell.value) html += fmt::format(" data-value=\"{}\"", *cell.value);
  html += fmt::format(">{}", xml_text(cell.text));
  if (!cell.deviation.empty()) {
    html += fmt::format(" <small>± {}</small>", xml_text(cell.deviation));
  }
  return html + "</td>";
}

}  // namespace

ReportTable make_table(const PartResult& part, const TableSpec& spec) {
  const std::vector<std::string> figures =
      spec.figures.empty() ? std::vector{part.score} : spec.figures;
  ReportTable table;
  table.title = title_of(part, spec, figure_name(figures.front()));
  if (spec.kind == TableSpec::Kind::kTreebanks) {
    add_treebanks(part, figures.front(), table);
  } else {
    add_averages(part, columns_of(part, spec, figures), table);
  }
  const std::string note = epochs_note(part, spec);
  if (!note.empty()) table.note += (table.note.empty() ? "" : " ") + note;
  return table;
}

std::string markdown_of(const ReportTable& table) {
  std::string text;
  std::string rule;
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    text += fmt::format("| {} ", markdown_text(table.header[i]));
    rule += i == 0 ? "| --- " : "| ---: ";
  }
  text += "|\n" + rule + "|\n";
  for (const auto& row : table.rows) {
    for (const ReportCell& cell : row) text += fmt::format("| {} ", markdown_cell(cell));
    text += "|\n";
  }
  return text;
}

std::string html_of(const ReportTable& table) {
  std::string html = "<table>\n<thead><tr>";
  for (const std::string& heading : table.header) {
    html += fmt::format("<th scope=\"col\"><button type=\"button\">{}</button></th>",
                        xml_text(heading));
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    html += fmt::format("<tr><th scope=\"row\">{}</th>", xml_text(row.front().text));
    for (std::size_t i = 1; i < row.size(); ++i) html += html_cell(row[i]);
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table>\n";
}

}  // namespace panarc
