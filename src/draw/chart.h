#pragma once

#include <optional>
#include <string>
#include <vector>

/// Charts as SVG. They are drawn with classes alone; the colours of those are in
/// `data/page/chart.css`, for pages and, by `svg_file`, for files.

namespace panarc {

struct ChartAxis {
  std::string title;
  bool logarithmic = false;  ///< unless there are values that are not above 0
};

struct CurvePoint {
  double x = 0;
  double y = 0;
};

struct Curve {
  std::string name;
  std::vector<CurvePoint> points;  ///< in the order of x
};

/// Curves with their names beside their ends.
struct LineChart {
  std::string title;
  ChartAxis x;
  ChartAxis y;
  std::vector<Curve> curves;
};

/// A value with its interval, in a row of its own.
struct ChartDot {
  std::string name;
  double value = 0;
  double margin = 0;  ///< half of the interval; 0 if there is none
  std::string text;   ///< what stands at the end of the row
  bool hollow = false;
  std::optional<double> other;  ///< another value, drawn as a diamond
};

/// Values below each other. The axis need not begin at 0, since dots have no length.
struct DotChart {
  std::string title;
  ChartAxis x;
  std::vector<ChartDot> dots;
  std::optional<double> line;  ///< a value that is marked throughout, such as 0 for differences
  std::string note;            ///< what the marks mean
};

struct ScatterPoint {
  std::string name;
  double x = 0;
  double y = 0;
  double x_margin = 0;
  double y_margin = 0;
};

/// Points with their names beside them.
struct ScatterChart {
  std::string title;
  ChartAxis x;
  ChartAxis y;
  std::vector<ScatterPoint> points;
};

/// An element `svg`, for a page that has `chart.css`. Values that are not finite are left out.
std::string draw_chart(const LineChart& chart);
std::string draw_chart(const DotChart& chart);
std::string draw_chart(const ScatterChart& chart);

/// A file of its own: the element with its colours, light and dark.
std::string svg_file(const std::string& chart);

}  // namespace panarc
