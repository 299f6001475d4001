#include <fmt/format.h>

#include "draw/escapes.h"
#include "experiment/report.h"

namespace panarc {

namespace {

std::string markdown_paragraph(const std::string& text) {
  // Texts in TOML often end with a line break.
  const std::size_t end = text.find_last_not_of('\n') + 1;
  return end == 0 ? "" : text.substr(0, end) + "\n\n";
}

/// `text ± deviation`, marked if it is the best.
std::string markdown_cell(const ReportCell& cell) {
  const std::string text = markdown_text(cell.text);
  const std::string shown = cell.best ? fmt::format("**{}**", text) : text;
  return cell.deviation.empty() ? shown : fmt::format("{} ± {}", shown, cell.deviation);
}

std::string item_markdown(const ReportTable& table) {
  if (table.folded) {
    return fmt::format("<details><summary>{}</summary>\n\n{}\n{}\n\n</details>\n\n", table.title,
                       markdown_of(table), markdown_text(table.note));
  }
  return fmt::format("### {}\n\n{}\n{}", markdown_text(table.title), markdown_of(table),
                     markdown_paragraph(markdown_text(table.note)));
}

std::string item_markdown(const ReportChart& chart) {
  return fmt::format("![{}]({})\n\n{}", markdown_text(chart.title), chart.file,
                     markdown_paragraph(chart.note));
}

std::string part_markdown(const PartReport& report) {
  std::string text = fmt::format("## {}\n\n", markdown_text(report.title));
  text += markdown_paragraph(report.part->description);
  text += markdown_paragraph(markdown_text(report.runs));
  for (const auto& item : report.items) {
    text += std::visit([](const auto& one) { return item_markdown(one); }, item);
  }
  return text;
}

/// Indented, so that nothing in a command can end the block.
std::string commands_of(const PartReport& report) {
  std::string text;
  for (const RunResult& run : report.part->runs) {
    if (run.commands.empty()) continue;
    text += fmt::format("{} on {}, seed {}:\n\n", markdown_text(run.setting),
                        markdown_text(run.treebank), run.seed);
    for (const std::string& command : run.commands) text += "    " + command + "\n";
    text += "\n";
  }
  return text;
}

}  // namespace

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

std::string markdown_of(const Report& report) {
  std::string text = fmt::format("# {}\n\n", markdown_text(report.title));
  text += markdown_paragraph(report.result->description);
  text += fmt::format("Made with panarc {}.\n\n", report.result->version);
  for (const PartReport& part : report.parts) text += part_markdown(part);
  if (!report.methods.empty()) text += "## How the figures were worked out\n\n";
  for (const std::string& method : report.methods) text += method + "\n\n";
  std::string commands;
  for (const PartReport& part : report.parts) commands += commands_of(part);
  if (!commands.empty()) {
    text += fmt::format(
        "## Commands\n\n<details><summary>The commands of every run</summary>\n\n{}</details>\n",
        commands);
  }
  return text.erase(text.find_last_not_of('\n') + 1) + "\n";
}

}  // namespace panarc
