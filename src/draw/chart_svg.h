#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "draw/chart.h"
#include "draw/chart_scale.h"
#include "draw/display_width.h"

namespace panarc {

// In pixels.
inline constexpr double kChartWidth = 840;
inline constexpr double kChartText = 12;   ///< the size of most text
inline constexpr double kChartEdge = 12;   ///< around everything
inline constexpr double kChartTitle = 44;  ///< the height of the title
inline constexpr double kChartFoot = 48;   ///< the height of an axis' marks and title
inline constexpr double kChartRow = 22;    ///< of names and dots in rows

/// The part of a chart between its axes.
struct PlotArea {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

/// The elements of a chart, in drawing order.
class ChartSvg {
 public:
  enum class Anchor { kStart, kMiddle, kEnd };

  explicit ChartSvg(std::string_view title);

  /// `y` is the middle of the letters.
  void add_text(double x, double y, Anchor anchor, std::string_view text,
                std::string_view classes = "");
  /// Adds text that is cut off if wider than `width` pixels; then the full text is a tooltip.
  void add_short_text(double x, double y, Anchor anchor, std::string_view text, double width);
  void add_line(double x1, double y1, double x2, double y2, std::string_view classes);
  void add_path(std::string_view path, std::string_view classes);

  /// Marks below the plot area, with lines through it, and the title of the axis.
  void add_horizontal_axis(const ChartScale& scale, const PlotArea& area, std::string_view title);
  /// Marks to the left of the plot area, with the title of the axis above them.
  void add_vertical_axis(const ChartScale& scale, const PlotArea& area, std::string_view title);

  /// The mark of the series with this number, with a tooltip.
  void add_mark(double x, double y, std::size_t series, std::string_view shown);
  /// An interval from (`x1`, `y1`) to (`x2`, `y2`), horizontal or vertical.
  void add_whisker(double x1, double y1, double x2, double y2, std::size_t series);

  [[nodiscard]] std::string finish(double height) const;

 private:
  std::string title_;
  std::string body_;
};

/// A chart with two axes, which are drawn at first.
struct ChartPlot {
  /// `xs` and `ys` are all values that must have a place; the area between the axes ends `right`
  /// pixels from the left.
  ChartPlot(std::string_view title, const ChartAxis& x_axis, const ChartAxis& y_axis,
            std::span<const double> xs, std::span<const double> ys, double right, double height);

  [[nodiscard]] std::string finish() const { return svg.finish(area.bottom + kChartFoot); }

  PlotArea area;
  ChartScale y;
  ChartScale x;
  ChartSvg svg;
};

/// A chart without data, which says so.
std::string empty_chart(std::string_view title);

/// The classes of a curve: its colour and its dashes.
std::string curve_classes(std::size_t series);

/// The width of the widest text, but at most `most` pixels.
template <class Item>
double widest_text(const std::vector<Item>& items, std::string Item::*text, double most) {
  double width = 0;
  for (const Item& item : items) {
    width = std::max(width, estimated_width(item.*text, kChartText));
  }
  return std::min(width, most);
}

/// A number of pixels, to a tenth.
std::string pixels_of(double value);

}  // namespace panarc
