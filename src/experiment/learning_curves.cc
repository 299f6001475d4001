#include "experiment/learning_curves.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiment/figure_names.h"
#include "experiment/figure_values.h"

namespace panarc {

namespace {

/// The values of two figures in a log, ordered by x; lines that lack one are left out.
std::vector<CurvePoint> points_of(const RunResult& run, const ChartSpec& spec) {
  const bool adds_up = figure_name(spec.x).quantity == Quantity::kCountedPerEpoch;
  std::vector<CurvePoint> points;
  double sum = 0;
  for (const Figures& epoch : run.epochs) {
    const auto x = find_figure(epoch, spec.x);
    const auto y = find_figure(epoch, spec.y);
    if (x) sum += *x;
    if (!x || !y) continue;
    const double at = adds_up ? sum : *x;
    if (points.empty() || at > points.back().x) points.push_back({at, *y});
  }
  return points;
}

double value_at(const std::vector<CurvePoint>& points, double x) {
  const auto next = std::ranges::lower_bound(points, x, {}, &CurvePoint::x);
  if (next == points.end()) return points.back().y;
  if (next == points.begin() || next->x == x) return next->y;
  const auto before = next - 1;
  return before->y + (next->y - before->y) * (x - before->x) / (next->x - before->x);
}

/// Where a curve is evaluated: at epochs, or at equidistant places.
std::vector<double> grid_of(double first, double last, const ChartSpec& spec) {
  constexpr int kSteps = 40;
  std::vector<double> grid;
  if (first > last) return grid;
  if (spec.x == "epoch") {
    const auto epochs = static_cast<int>(last - first);
    for (int i = 0; i <= epochs; ++i) grid.push_back(first + i);
    return grid;
  }
  const bool logarithmic = spec.logarithmic && first > 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double share = static_cast<double>(i) / kSteps;
    grid.push_back(logarithmic ? first * std::pow(last / first, share)
                               : first + (last - first) * share);
  }
  return grid;
}

/// The runs of a setting, by treebank.
using CurvesByTreebank = std::vector<std::vector<std::vector<CurvePoint>>>;

Curve mean_curve(const std::string& setting, const CurvesByTreebank& treebanks,
                 const ChartSpec& spec) {
  double first = -std::numeric_limits<double>::infinity();
  double last = std::numeric_limits<double>::infinity();
  for (const auto& runs : treebanks) {
    for (const auto& points : runs) {
      first = std::max(first, points.front().x);
      last = std::min(last, points.back().x);
    }
  }
  Curve curve{setting, {}};
  for (const double x : grid_of(first, last, spec)) {
    double sum = 0;
    for (const auto& runs : treebanks) {
      double of_treebank = 0;
      for (const auto& points : runs) of_treebank += value_at(points, x);
      sum += of_treebank / static_cast<double>(runs.size());
    }
    curve.points.push_back({x, sum / static_cast<double>(treebanks.size())});
  }
  return curve;
}

}  // namespace

std::vector<Curve> learning_curves(const PartResult& part, const ChartSpec& spec) {
  const FigureValues logs(part, [&](const RunResult& run) -> std::optional<double> {
    if (points_of(run, spec).empty()) return std::nullopt;
    return 1;
  });
  std::vector<Curve> curves;
  for (const std::string& setting : part.settings) {
    if (!logs.average(setting)) continue;
    CurvesByTreebank treebanks;
    for (const std::string& treebank : logs.averaged()) {
      auto& runs = treebanks.emplace_back();
      for (const RunResult& run : part.runs) {
        if (run.setting != setting || run.treebank != treebank) continue;
        std::vector<CurvePoint> points = points_of(run, spec);
        if (!points.empty()) runs.push_back(std::move(points));
      }
    }
    curves.push_back(mean_curve(setting, treebanks, spec));
  }
  return curves;
}

}  // namespace panarc
