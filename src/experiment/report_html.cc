#include <fmt/format.h>

#include <array>
#include <string_view>

#include "draw/escapes.h"
#include "draw/markdown_html.h"
#include "draw/page.h"
#include "experiment/report.h"

namespace panarc {

namespace {

std::string html_paragraph(const std::string& text, std::string_view classes) {
  if (text.empty()) return {};
  return fmt::format("<p class=\"{}\">{}</p>\n", classes, xml_text(text));
}

/// Wide tables and charts scroll separately, also with the keyboard.
std::string scrolled(const std::string& title, const std::string& html) {
  return fmt::format(
      "<div class=\"scrolled\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">\n{}</div>\n",
      xml_text(title), html);
}

std::string folded(std::string_view summary, const std::string& html) {
  return fmt::format("<details>\n<summary>{}</summary>\n{}</details>\n", xml_text(summary), html);
}

std::string item_html(const ReportTable& table) {
  const std::string html =
      scrolled(table.title, html_of(table)) + html_paragraph(table.note, "note");
  if (table.folded) return folded(table.title, html);
  return fmt::format("<h3>{}</h3>\n", xml_text(table.title)) + html;
}

std::string item_html(const ReportChart& chart) {
  std::string html = "<figure>\n" + scrolled(chart.title, chart.svg);
  if (!chart.note.empty()) {
    html += fmt::format("<figcaption>{}</figcaption>\n", xml_text(chart.note));
  }
  if (!chart.figures.rows.empty()) {
    html += folded("Figures of this chart", scrolled(chart.title, html_of(chart.figures)));
  }
  return html + "</figure>\n";
}

std::string part_html(const PartReport& report, std::size_t number) {
  std::string html =
      fmt::format("<section id=\"part-{}\">\n<h2>{}</h2>\n", number, xml_text(report.title));
  html += html_of_markdown(report.part->description);
  html += html_paragraph(report.runs, "note");
  for (const auto& item : report.items) {
    html += std::visit([](const auto& one) { return item_html(one); }, item);
  }
  return html + "</section>\n";
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

std::string html_commands(const Report& report) {
  std::string html;
  for (const PartReport& part : report.parts) {
    for (const RunResult& run : part.part->runs) {
      if (run.commands.empty()) continue;
      html += fmt::format("<h4>{} on {}, seed {}</h4>\n<pre><code>", xml_text(run.setting),
                          xml_text(run.treebank), run.seed);
      for (const std::string& command : run.commands) html += xml_text(command) + "\n";
      html += "</code></pre>\n";
    }
  }
  if (html.empty()) return html;
  return "<section>\n<h2>Commands</h2>\n" + folded("The commands of every run", html) +
         "</section>\n";
}

std::string contents_of(const Report& report) {
  if (report.parts.size() < 2) return {};
  std::string html = "<nav aria-label=\"Parts\">\n<ol>\n";
  for (std::size_t i = 0; i < report.parts.size(); ++i) {
    html += fmt::format("<li><a href=\"#part-{}\">{}</a></li>\n", i + 1,
                        xml_text(report.parts[i].title));
  }
  return html + "</ol>\n</nav>\n";
}

}  // namespace

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

std::string html_of(const Report& report) {
  constexpr std::array<std::string_view, 2> kStyles{"chart", "report"};
  constexpr std::array<std::string_view, 2> kScripts{"theme", "report"};
  std::string html;
  PageWriter page("report", report.title, kStyles, [&](std::string_view text) { html += text; });
  page.go_to("@REPORT@");
  html += html_of_markdown(report.result->description);
  html += html_paragraph(fmt::format("Made with panarc {}.", report.result->version), "note");
  html += contents_of(report);
  for (std::size_t i = 0; i < report.parts.size(); ++i) html += part_html(report.parts[i], i + 1);
  if (!report.methods.empty()) html += "<section>\n<h2>How the figures were worked out</h2>\n";
  for (const std::string& method : report.methods) html += html_paragraph(method, "text");
  if (!report.methods.empty()) html += "</section>\n";
  html += html_commands(report);
  page.finish(kScripts);
  return html;
}

}  // namespace panarc
