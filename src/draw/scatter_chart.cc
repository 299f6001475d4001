#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "draw/chart.h"
#include "draw/chart_svg.h"
#include "draw/display_width.h"

namespace panarc {

namespace {

constexpr double kScatterHeight = 340;
constexpr double kWidestPointName = 200;
constexpr double kPointRadius = 7;
constexpr double kNameHeight = kChartText + 3;

struct ScatterBox {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;

  [[nodiscard]] bool overlaps(const ScatterBox& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

/// Where the name of a point is: its anchor next to the point, and its left edge.
struct NamePlace {
  double x = 0;
  double y = 0;
  ChartSvg::Anchor anchor = ChartSvg::Anchor::kStart;
  double left = 0;
};

/// Finds the nearest free place for each name, in any direction.
class NamePlaces {
 public:
  explicit NamePlaces(const PlotArea& area) : area_(area) {}

  void occupy(const ScatterBox& box) { taken_.push_back(box); }

  /// A place at some distance from a point; nothing if none is free.
  std::optional<NamePlace> place(double x, double y, double width, double nearest,
                                 double farthest) {
    // In sixteenths of a circle: right, left, above, below, then those between.
    constexpr std::array kTurns{0, 8, 4, 12, 2, 14, 6, 10, 1, 15, 7, 9, 3, 13, 5, 11};
    constexpr double kStep = 6;
    const auto steps = static_cast<int>((farthest - nearest) / kStep);
    for (int step = 0; step <= steps; ++step) {
      const double away = nearest + kStep * step;
      for (const int turn : kTurns) {
        const double angle = 2 * std::numbers::pi * turn / kTurns.size();
        NamePlace place{x + away * std::cos(angle), y - away * std::sin(angle),
                        anchor_at(std::cos(angle)), 0};
        const ScatterBox box = box_of(place, width);
        place.left = box.left;
        if (!is_free(box)) continue;
        occupy(box);
        return place;
      }
    }
    return std::nullopt;
  }

 private:
  static ChartSvg::Anchor anchor_at(double side) {
    constexpr double kBeside = 0.3;
    if (side > kBeside) return ChartSvg::Anchor::kStart;
    return side < -kBeside ? ChartSvg::Anchor::kEnd : ChartSvg::Anchor::kMiddle;
  }

  static ScatterBox box_of(const NamePlace& place, double width) {
    double left = place.x;
    if (place.anchor == ChartSvg::Anchor::kEnd) left -= width;
    if (place.anchor == ChartSvg::Anchor::kMiddle) left -= width / 2;
    return {left, place.y - kNameHeight / 2, left + width, place.y + kNameHeight / 2};
  }

  [[nodiscard]] bool is_free(const ScatterBox& box) const {
    return box.left >= area_.left + 2 && box.right <= area_.right && box.top >= area_.top &&
           box.bottom <= area_.bottom - 2 &&
           std::ranges::none_of(taken_,
                                [&](const ScatterBox& other) { return box.overlaps(other); });
  }

  PlotArea area_;
  std::vector<ScatterBox> taken_;
};

bool is_finite(const ScatterPoint& point) {
  return std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.x_margin) &&
         std::isfinite(point.y_margin);
}

/// The ends of the intervals along an axis. A logarithmic one has no place for those not above 0.
std::vector<double> interval_ends(const std::vector<ScatterPoint>& points,
                                  double ScatterPoint::*value, double ScatterPoint::*margin,
                                  bool logarithmic) {
  std::vector<double> ends;
  for (const ScatterPoint& point : points) {
    const double low = point.*value - point.*margin;
    ends.push_back(logarithmic && low <= 0 ? point.*value : low);
    ends.push_back(point.*value + point.*margin);
  }
  return ends;
}

/// The ends of the interval of a point along an axis.
std::pair<double, double> ends_of(const ChartScale& scale, double value, double margin) {
  const bool has_place = !scale.is_logarithmic() || value > margin;
  return {scale.at(has_place ? value - margin : value), scale.at(value + margin)};
}

/// The part within the mark is not drawn.
void add_intervals(const ScatterPoint& point, std::size_t i, ChartPlot& plot, NamePlaces& places) {
  constexpr double kClear = 2;
  const double x = plot.x.at(point.x);
  const double y = plot.y.at(point.y);
  places.occupy({x - kPointRadius, y - kPointRadius, x + kPointRadius, y + kPointRadius});
  const auto [left, right] = ends_of(plot.x, point.x, point.x_margin);
  if (right - left > 2 * kPointRadius) {
    plot.svg.add_whisker(left, y, right, y, i);
    places.occupy({left, y - kClear, right, y + kClear});
  }
  const auto [low, high] = ends_of(plot.y, point.y, point.y_margin);
  if (low - high > 2 * kPointRadius) {
    plot.svg.add_whisker(x, low, x, high, i);
    places.occupy({x - kClear, high, x + kClear, low});
  }
}

/// A name that is not next to its point is preceded by the mark of the point.
void add_name(const ScatterPoint& point, std::size_t i, ChartPlot& plot, NamePlaces& places) {
  constexpr double kNear = kPointRadius + 14;
  constexpr double kFar = 150;
  constexpr double kMarkWidth = 14;
  const double x = plot.x.at(point.x);
  const double y = plot.y.at(point.y);
  const double width = std::min(estimated_width(point.name, kChartText), kWidestPointName);
  if (const auto near = places.place(x, y, width, kPointRadius + 3, kNear)) {
    plot.svg.add_short_text(near->x, near->y, near->anchor, point.name, kWidestPointName);
    return;
  }
  const auto far = places.place(x, y, width + kMarkWidth, kNear, kFar);
  if (!far) return;  // the mark's tooltip has the name, too
  plot.svg.add_line(x, y, far->x, far->y, "leader");
  plot.svg.add_mark(far->left + kMarkWidth / 2 - 2, far->y, i, point.name);
  plot.svg.add_short_text(far->left + kMarkWidth, far->y, ChartSvg::Anchor::kStart, point.name,
                          kWidestPointName);
}

}  // namespace

std::string draw_chart(const ScatterChart& chart) {
  std::vector<ScatterPoint> points;
  std::ranges::copy_if(chart.points, std::back_inserter(points), is_finite);
  if (points.empty()) return empty_chart(chart.title);
  ChartPlot plot(
      chart.title, chart.x, chart.y,
      interval_ends(points, &ScatterPoint::x, &ScatterPoint::x_margin, chart.x.logarithmic),
      interval_ends(points, &ScatterPoint::y, &ScatterPoint::y_margin, chart.y.logarithmic),
      kChartWidth - kChartEdge - 16, kScatterHeight);
  NamePlaces places(plot.area);
  for (std::size_t i = 0; i < points.size(); ++i) add_intervals(points[i], i, plot, places);
  for (std::size_t i = 0; i < points.size(); ++i) add_name(points[i], i, plot, places);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [name, x, y, x_margin, y_margin] = points[i];
    plot.svg.add_mark(plot.x.at(x), plot.y.at(y), i, fmt::format("{}: {:.4g}, {:.4g}", name, x, y));
  }
  return plot.finish();
}

}  // namespace panarc
