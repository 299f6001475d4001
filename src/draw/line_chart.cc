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

class CurvesDrawing {
 public:
  CurvesDrawing(const LineChart& chart, std::vector<Curve> curves)
      : chart_(chart),
        curves_(std::move(curves)),
        area_(area()),
        y_(coordinates(&CurvePoint::y), chart.y, area_.bottom, area_.top,
           ChartScale::Direction::kVertical),
        x_(coordinates(&CurvePoint::x), chart.x, left(), area_.right,
           ChartScale::Direction::kHorizontal),
        svg_(chart.title) {
    area_.left = left();
  }

  std::string draw() {
    svg_.add_horizontal_axis(x_, area_, chart_.x.title);
    svg_.add_vertical_axis(y_, area_, chart_.y.title);
    for (std::size_t i = 0; i < curves_.size(); ++i) add_curve(i);
    add_names();
    return svg_.finish(area_.bottom + kChartFoot);
  }

 private:
  /// At least as high as all names together.
  [[nodiscard]] PlotArea area() const {
    double names = 0;
    for (const Curve& curve : curves_) {
      names = std::max(names, estimated_width(curve.name, kChartText));
    }
    const double top = kChartTitle + kChartRow;
    const double high = std::max(kCurvesHeight, kChartRow * static_cast<double>(curves_.size()));
    return {0, top, kChartWidth - kChartEdge - std::min(names, kWidestName) - kNameGap, top + high};
  }

  [[nodiscard]] double left() const { return kChartEdge + label_width_of(y_) + 8; }

  [[nodiscard]] std::vector<double> coordinates(double CurvePoint::*coordinate) const {
    std::vector<double> values;
    for (const Curve& curve : curves_) {
      for (const CurvePoint& point : curve.points) values.push_back(point.*coordinate);
    }
    return values;
  }

  [[nodiscard]] std::string shown(const std::string& name, const CurvePoint& point) const {
    return fmt::format("{}: {:.4g} at {:.4g}", name, point.y, point.x);
  }

  void add_curve(std::size_t series) {
    constexpr std::size_t kMostMarks = 12;
    const Curve& curve = curves_[series];
    std::string path;
    for (const CurvePoint& point : curve.points) {
      path += fmt::format("{}{} {}", path.empty() ? 'M' : 'L', pixels_of(x_.at(point.x)),
                          pixels_of(y_.at(point.y)));
    }
    if (curve.points.size() > 1) svg_.add_path(path, curve_classes(series));
    // Marks of long curves are at different places, so that they do not overlap.
    const std::size_t step = 1 + (curve.points.size() - 1) / kMostMarks;
    for (std::size_t i = series % step; i < curve.points.size(); i += step) {
      add_mark(series, curve.points[i]);
    }
  }

  void add_mark(std::size_t series, const CurvePoint& point) {
    svg_.add_mark(x_.at(point.x), y_.at(point.y), series, shown(curves_[series].name, point));
  }

  void add_names() {
    std::vector<double> ends;
    for (const Curve& curve : curves_) ends.push_back(y_.at(curve.points.back().y));
    const std::vector<double> places = spread_apart(ends, kChartText + 6, area_.top, area_.bottom);
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      const double end = x_.at(curves_[i].points.back().x);
      svg_.add_path(fmt::format("M{} {}H{}L{} {}", pixels_of(end + 6), pixels_of(ends[i]),
                                pixels_of(std::max(end + 6, area_.right + 4)),
                                pixels_of(area_.right + kNameGap - 16), pixels_of(places[i])),
                    "leader");
      const double x = area_.right + kNameGap - 10;
      svg_.add_mark(x, places[i], i, curves_[i].name);
      svg_.add_short_text(x + 10, places[i], ChartSvg::Anchor::kStart, curves_[i].name,
                          kWidestName);
    }
  }

  const LineChart& chart_;
  std::vector<Curve> curves_;
  PlotArea area_;
  ChartScale y_;
  ChartScale x_;
  ChartSvg svg_;
};

}  // namespace

std::string draw_chart(const LineChart& chart) {
  std::vector<Curve> curves = finite_curves(chart);
  if (curves.empty()) return empty_chart(chart.title);
  return CurvesDrawing(chart, std::move(curves)).draw();
}

}  // namespace panarc
