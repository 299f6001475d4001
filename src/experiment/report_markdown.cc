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

std::string titled_markdown(const ReportTable& table) {
  return fmt::format("### {}\n\n{}\n{}", markdown_text(table.title), markdown_of(table),
                     markdown_paragraph(markdown_text(table.note)));
}

std::string markdown_of(const ReportChart& chart) {
  return fmt::format("![{}]({})\n\n{}", markdown_text(chart.title), chart.file,
                     markdown_paragraph(chart.note));
}

std::string markdown_of(const PartReport& report) {
  std::string text = fmt::format("## {}\n\n", markdown_text(report.title));
  text += markdown_paragraph(report.part->description);
  text += markdown_paragraph(markdown_text(report.runs));
  for (const ReportTable& table : report.tables) text += titled_markdown(table);
  for (const ReportChart& chart : report.charts) text += markdown_of(chart);
  if (report.differences) text += titled_markdown(*report.differences);
  if (report.difference_chart) text += markdown_of(*report.difference_chart);
  if (report.differences_by_treebank) text += titled_markdown(*report.differences_by_treebank);
  if (report.all_differences) {
    text += fmt::format("<details><summary>{}</summary>\n\n{}\n{}\n\n</details>\n\n",
                        report.all_differences->title, markdown_of(*report.all_differences),
                        markdown_text(report.all_differences->note));
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

std::string markdown_of(const Report& report) {
  std::string text = fmt::format("# {}\n\n", markdown_text(report.title));
  text += markdown_paragraph(report.result->description);
  text += fmt::format("Made with panarc {}.\n\n", report.result->version);
  for (const PartReport& part : report.parts) text += markdown_of(part);
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
