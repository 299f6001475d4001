#include "draw/chart_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "draw/chart.h"
#include "draw/display_width.h"
#include "draw/escapes.h"
#include "draw/page.h"
#include "io/file_content.h"

namespace panarc {

namespace {

// The distance from the middle of small letters down to their baseline.
constexpr double kBaseline = 0.35 * kChartText;

// As in data/page/chart.css: numbers without a common factor, so that few combinations repeat.
constexpr std::size_t kSeriesColours = 7;
constexpr std::size_t kSeriesDashes = 4;

// Around the origin, all of about the same weight.
constexpr std::array<std::string_view, 6> kMarks{"m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
                                                 "m-3.6 -3.6h7.2v7.2h-7.2z",
                                                 "m0 -4.8l4.6 8h-9.2z",
                                                 "m0 -5l5 5l-5 5l-5 -5z",
                                                 "m0 4.8l4.6 -8h-9.2z",
                                                 "m-1.5 -4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z"};

constexpr std::string_view anchor_name(ChartSvg::Anchor anchor) {
  switch (anchor) {
    case ChartSvg::Anchor::kStart:
      return "start";
    case ChartSvg::Anchor::kMiddle:
      return "middle";
    case ChartSvg::Anchor::kEnd:
      return "end";
  }
  return {};
}

/// The width of the marks to the left of a plot area.
double label_width_of(const ChartScale& scale) {
  double width = 0;
  for (const double tick : scale.ticks()) {
    width = std::max(width, estimated_width(scale.label(tick), kChartText));
  }
  return width;
}

}  // namespace

std::string pixels_of(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string curve_classes(std::size_t series) {
  return fmt::format("curve c{} d{}", series % kSeriesColours, series % kSeriesDashes);
}

ChartSvg::ChartSvg(std::string_view title) : title_(title) {
  add_text(kChartEdge, kChartEdge + 8, Anchor::kStart, title, "title");
}

void ChartSvg::add_text(double x, double y, Anchor anchor, std::string_view text,
                        std::string_view classes) {
  if (text.empty()) return;
  body_ += fmt::format("<text x=\"{}\" y=\"{}\"", pixels_of(x), pixels_of(y + kBaseline));
  if (anchor != Anchor::kStart) body_ += fmt::format(" text-anchor=\"{}\"", anchor_name(anchor));
  if (!classes.empty()) body_ += fmt::format(" class=\"{}\"", classes);
  body_ += fmt::format(">{}</text>\n", xml_text(text));
}

void ChartSvg::add_short_text(double x, double y, Anchor anchor, std::string_view text,
                              double width) {
  const double letters = std::max(1.0, width / estimated_width("x", kChartText));
  const std::string cut = cut_to_width(text, static_cast<std::size_t>(letters));
  if (cut == text) return add_text(x, y, anchor, text);
  body_ += fmt::format("<g><title>{}</title>\n", xml_text(text));
  add_text(x, y, anchor, cut);
  body_ += "</g>\n";
}

void ChartSvg::add_line(double x1, double y1, double x2, double y2, std::string_view classes) {
  body_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" class=\"{}\"/>\n",
                       pixels_of(x1), pixels_of(y1), pixels_of(x2), pixels_of(y2), classes);
}

void ChartSvg::add_path(std::string_view path, std::string_view classes) {
  body_ += fmt::format("<path d=\"{}\" class=\"{}\"/>\n", path, classes);
}

void ChartSvg::add_horizontal_axis(const ChartScale& scale, const PlotArea& area,
                                   std::string_view title) {
  for (const double tick : scale.ticks()) {
    const double x = scale.at(tick);
    const std::string label = scale.label(tick);
    add_line(x, area.top, x, area.bottom, label.empty() ? "grid minor" : "grid");
    add_text(x, area.bottom + 14, Anchor::kMiddle, label, "tick");
  }
  add_line(area.left, area.bottom, area.right, area.bottom, "axis");
  add_text((area.left + area.right) / 2, area.bottom + 35, Anchor::kMiddle, title, "name");
}

void ChartSvg::add_vertical_axis(const ChartScale& scale, const PlotArea& area,
                                 std::string_view title) {
  for (const double tick : scale.ticks()) {
    const double y = scale.at(tick);
    add_line(area.left, y, area.right, y, "grid");
    add_text(area.left - 8, y, Anchor::kEnd, scale.label(tick), "tick");
  }
  add_line(area.left, area.top, area.left, area.bottom, "axis");
  add_text(kChartEdge, area.top - 18, Anchor::kStart, title, "name");
}

void ChartSvg::add_mark(double x, double y, std::size_t series, std::string_view shown) {
  body_ += fmt::format("<path d=\"M{} {}{}\" class=\"mark f{}\"><title>{}</title></path>\n",
                       pixels_of(x), pixels_of(y), kMarks[series % kMarks.size()],
                       series % kSeriesColours, xml_text(shown));
}

void ChartSvg::add_whisker(double x1, double y1, double x2, double y2, std::size_t series) {
  constexpr double kCap = 4;
  const double across_x = y1 == y2 ? 0 : kCap;
  const double across_y = y1 == y2 ? kCap : 0;
  const auto cap = [&](double x, double y) {
    return fmt::format("M{} {}L{} {}", pixels_of(x - across_x), pixels_of(y - across_y),
                       pixels_of(x + across_x), pixels_of(y + across_y));
  };
  add_path(fmt::format("M{} {}L{} {}{}{}", pixels_of(x1), pixels_of(y1), pixels_of(x2),
                       pixels_of(y2), cap(x1, y1), cap(x2, y2)),
           fmt::format("whisker c{}", series % kSeriesColours));
}

std::string ChartSvg::finish(double height) const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" width=\"{0}\" "
      "height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n<title>{2}</title>\n"
      "<rect width=\"100%\" height=\"100%\" class=\"paper\"/>\n{3}</svg>\n",
      pixels_of(kChartWidth), pixels_of(height), xml_text(title_), body_);
}

ChartPlot::ChartPlot(std::string_view title, const ChartAxis& x_axis, const ChartAxis& y_axis,
                     std::span<const double> xs, std::span<const double> ys, double right,
                     double height)
    : area{0, kChartTitle + kChartRow, right, kChartTitle + kChartRow + height},
      y(ys, y_axis, area.bottom, area.top, ChartScale::Direction::kVertical),
      x(xs, x_axis, kChartEdge + label_width_of(y) + 8, right, ChartScale::Direction::kHorizontal),
      svg(title) {
  area.left = kChartEdge + label_width_of(y) + 8;
  svg.add_horizontal_axis(x, area, x_axis.title);
  svg.add_vertical_axis(y, area, y_axis.title);
}

std::string empty_chart(std::string_view title) {
  ChartSvg svg(title);
  svg.add_text(kChartEdge, kChartTitle + kChartRow / 2, ChartSvg::Anchor::kStart,
               "There are no figures to draw.", "tick");
  return svg.finish(kChartTitle + 2 * kChartRow);
}

std::string svg_file(const std::string& chart) {
  const std::size_t inside = chart.find('\n') + 1;
  const std::string_view rules = embedded_file("data/page/chart.css");
  std::string file = chart;
  file.insert(inside,
              fmt::format("<style>\n{}@media screen and (prefers-color-scheme: dark) {{\n"
                          "{}}}\n</style>\n",
                          with_colours(rules, Theme::kLight), with_colours(rules, Theme::kDark)));
  return file;
}

}  // namespace panarc
