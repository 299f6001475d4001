#pragma once

#include <optional>
#include <string>
#include <vector>

/// Charts as SVG. They use only classes; the colours are in `data/page/chart.css`, for pages and,
/// through `svg_file`, for files.

namespace panarc {

struct ChartAxis {
  std::string title;
  bool logarithmic = false;  ///< ignored if some values are not above 0
  bool whole = false;        ///< marks are at whole numbers
};

struct CurvePoint {
  double x = 0;
  double y = 0;
};

struct Curve {
  std::string name;
  std::vector<CurvePoint> points;  ///< ordered by x
};

/// Curves, named at their ends.
struct LineChart {
  std::string title;
  ChartAxis x;
  ChartAxis y;
  std::vector<Curve> curves;
};

/// A value with its interval, in its own row.
struct ChartDot {
  std::string name;
  double value = 0;
  double margin = 0;  ///< half the interval; 0 if there is none
  std::string text;   ///< shown at the end of the row
  bool hollow = false;
  std::optional<double> other;  ///< another value, drawn as a diamond
};

/// Values in rows. The axis need not begin at 0, since dots have no length.
struct DotChart {
  std::string title;
  ChartAxis x;
  std::vector<ChartDot> dots;
  std::optional<double> line;  ///< a marked value, such as 0 for differences
  std::string note;            ///< what the marks mean
};

struct ScatterPoint {
  std::string name;
  double x = 0;
  double y = 0;
  double x_margin = 0;
  double y_margin = 0;
};

/// Points with names beside them.
struct ScatterChart {
  std::string title;
  ChartAxis x;
  ChartAxis y;
  std::vector<ScatterPoint> points;
};

/// An `svg` element for a page with `chart.css`. Values that are not finite are left out.
std::string draw_chart(const LineChart& chart);
std::string draw_chart(const DotChart& chart);
std::string draw_chart(const ScatterChart& chart);

/// A separate file: the element with its colours, light and dark.
std::string svg_file(const std::string& chart);

}  // namespace panarc
