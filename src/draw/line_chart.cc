#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/chart.h"
#include "draw/chart_svg.h"
#include "draw/display_width.h"

namespace panarc {

namespace {

constexpr double kCurvesHeight = 320;
constexpr double kWidestName = 230;
constexpr double kNameGap = 34;  // for the lines from the ends of curves to their names

/// The parts of a chart that can be drawn.
std::vector<Curve> finite_curves(const LineChart& chart) {
  std::vector<Curve> curves;
  for (const Curve& curve : chart.curves) {
    Curve finite{curve.name, {}};
    for (const CurvePoint& point : curve.points) {
      if (std::isfinite(point.x) && std::isfinite(point.y)) finite.points.push_back(point);
    }
    if (!finite.points.empty()) curves.push_back(std::move(finite));
  }
  return curves;
}

std::vector<double> coordinates(const std::vector<Curve>& curves, double CurvePoint::*coordinate) {
  std::vector<double> values;
  for (const Curve& curve : curves) {
    for (const CurvePoint& point : curve.points) values.push_back(point.*coordinate);
  }
  return values;
}

void add_curve(const Curve& curve, std::size_t series, ChartPlot& plot) {
  constexpr std::size_t kMostMarks = 12;
  std::string path;
  for (const CurvePoint& point : curve.points) {
    path += fmt::format("{}{} {}", path.empty() ? 'M' : 'L', pixels_of(plot.x.at(point.x)),
                        pixels_of(plot.y.at(point.y)));
  }
  if (curve.points.size() > 1) plot.svg.add_path(path, curve_classes(series));
  // Marks of long curves are at different places, so that they do not overlap.
  const std::size_t step = 1 + (curve.points.size() - 1) / kMostMarks;
  for (std::size_t i = series % step; i < curve.points.size(); i += step) {
    const CurvePoint& point = curve.points[i];
    plot.svg.add_mark(plot.x.at(point.x), plot.y.at(point.y), series,
                      fmt::format("{}: {:.4g} at {:.4g}", curve.name, point.y, point.x));
  }
}

/// Names to the right, with lines that lead to them from the ends of the curves.
void add_names(const std::vector<Curve>& curves, ChartPlot& plot) {
  const PlotArea& area = plot.area;
  std::vector<double> ends;
  ends.reserve(curves.size());
  for (const Curve& curve : curves) ends.push_back(plot.y.at(curve.points.back().y));
  const std::vector<double> places = spread_apart(ends, kChartText + 6, area.top, area.bottom);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const double end = plot.x.at(curves[i].points.back().x);
    plot.svg.add_path(fmt::format("M{} {}H{}L{} {}", pixels_of(end + 6), pixels_of(ends[i]),
                                  pixels_of(std::max(end + 6, area.right + 4)),
                                  pixels_of(area.right + kNameGap - 16), pixels_of(places[i])),
                      "leader");
    const double x = area.right + kNameGap - 10;
    plot.svg.add_mark(x, places[i], i, curves[i].name);
    plot.svg.add_short_text(x + 10, places[i], ChartSvg::Anchor::kStart, curves[i].name,
                            kWidestName);
  }
}

}  // namespace

std::string draw_chart(const LineChart& chart) {
  const std::vector<Curve> curves = finite_curves(chart);
  if (curves.empty()) return empty_chart(chart.title);
  const double names = widest_text(curves, &Curve::name, kWidestName);
  // At least as high as all names together.
  const double high = std::max(kCurvesHeight, kChartRow * static_cast<double>(curves.size()));
  ChartPlot plot(chart.title, chart.x, chart.y, coordinates(curves, &CurvePoint::x),
                 coordinates(curves, &CurvePoint::y), kChartWidth - kChartEdge - names - kNameGap,
                 high);
  for (std::size_t i = 0; i < curves.size(); ++i) add_curve(curves[i], i, plot);
  add_names(curves, plot);
  return plot.finish();
}

}  // namespace panarc
