#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/chart.h"
#include "draw/chart_svg.h"
#include "draw/display_width.h"

namespace panarc {

namespace {

constexpr double kWidestRowName = 340;
constexpr double kNoteHeight = 26;

bool can_be_drawn(const ChartDot& dot) {
  return std::isfinite(dot.value) && std::isfinite(dot.margin) &&
         (!dot.other || std::isfinite(*dot.other));
}

/// All values that must be on the axis.
std::vector<double> values_of(const DotChart& chart, const std::vector<ChartDot>& dots) {
  std::vector<double> values;
  if (chart.line) values.push_back(*chart.line);
  for (const ChartDot& dot : dots) {
    values.push_back(dot.value - dot.margin);
    values.push_back(dot.value + dot.margin);
    if (dot.other) values.push_back(*dot.other);
  }
  return values;
}

void add_dot(const ChartDot& dot, const ChartScale& scale, double y, ChartSvg& svg) {
  constexpr double kRadius = 4.5;
  const double x = scale.at(dot.value);
  if (dot.margin > 0) {
    svg.add_whisker(scale.at(dot.value - dot.margin), y, scale.at(dot.value + dot.margin), y, 0);
  }
  svg.add_path(
      fmt::format("M{} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z", pixels_of(x - kRadius),
                  pixels_of(y), fmt::arg("r", kRadius), fmt::arg("d", 2 * kRadius)),
      dot.hollow ? "dot hollow" : "dot");
  if (!dot.other) return;
  svg.add_path(fmt::format("M{} {}l5.5 5.5l-5.5 5.5l-5.5 -5.5z", pixels_of(scale.at(*dot.other)),
                           pixels_of(y - 5.5)),
               "other");
}

}  // namespace

std::string draw_chart(const DotChart& chart) {
  std::vector<ChartDot> dots;
  std::ranges::copy_if(chart.dots, std::back_inserter(dots), can_be_drawn);
  if (dots.empty()) return empty_chart(chart.title);
  const double names = widest_text(dots, &ChartDot::name, kWidestRowName);
  const double texts = widest_text(dots, &ChartDot::text, kChartWidth / 3);
  const PlotArea area{kChartEdge + names + 14, kChartTitle, kChartWidth - kChartEdge - texts - 14,
                      kChartTitle + kChartRow * static_cast<double>(dots.size()) + 8};
  const ChartScale scale(values_of(chart, dots), chart.x, area.left, area.right,
                         ChartScale::Direction::kHorizontal);
  ChartSvg svg(chart.title);
  svg.add_horizontal_axis(scale, area, chart.x.title);
  if (chart.line) {
    const double x = scale.at(*chart.line);
    svg.add_line(x, area.top, x, area.bottom, "axis");
  }
  double y = area.top + 4 + kChartRow / 2;
  for (const ChartDot& dot : dots) {
    svg.add_short_text(area.left - 14, y, ChartSvg::Anchor::kEnd, dot.name, kWidestRowName);
    add_dot(dot, scale, y, svg);
    svg.add_text(kChartWidth - kChartEdge, y, ChartSvg::Anchor::kEnd, dot.text, "tick");
    y += kChartRow;
  }
  double height = area.bottom + kChartFoot;
  if (!chart.note.empty()) {
    svg.add_text(kChartEdge, height + 8, ChartSvg::Anchor::kStart, chart.note, "tick");
    height += kNoteHeight;
  }
  return svg.finish(height);
}

}  // namespace panarc
