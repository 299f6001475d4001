#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "experiment/figures.h"
#include "experiment/report.h"

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

ReportCell name_cell(const std::string& name) { return {name, "", std::nullopt}; }

ReportCell number_cell(double value, const FigureName& name) {
  return {name.text(value), "", value};
}

/// The average of a setting, if there is one.
std::optional<Measured> average_of(const PartResult& part, const std::string& setting,
                                   const std::string& key) {
  return FigureValues(part, [&](const RunResult& run) { return find_figure(run.figures, key); })
      .average(setting);
}

std::string over_treebanks(const PartResult& part) {
  return part.treebanks.size() > 1 ? "means over treebanks and seeds" : "means over seeds";
}

/// A curve for each setting; the figures are one row per x, with gaps where a curve has ended.
void add_curves(const PartResult& part, const ChartSpec& spec, ReportChart& chart) {
  const FigureName x = figure_name(spec.x);
  const FigureName y = figure_name(spec.y);
  std::vector<Curve> curves = learning_curves(part, spec);
  std::string without;
  std::vector<double> grid;
  for (const Curve& curve : curves) {
    if (curve.points.empty()) without += (without.empty() ? "" : ", ") + curve.name;
    for (const CurvePoint& point : curve.points) grid.push_back(point.x);
  }
  std::ranges::sort(grid);
  grid.erase(std::unique(grid.begin(), grid.end()), grid.end());
  chart.figures.header = {x.axis().title};
  for (const Curve& curve : curves) chart.figures.header.push_back(curve.name);
  for (const double at : grid) {
    auto& row = chart.figures.rows.emplace_back();
    row.push_back({x.text(at), "", at});
    for (const Curve& curve : curves) {
      const auto point = std::ranges::find(curve.points, at, &CurvePoint::x);
      row.push_back(point == curve.points.end() ? name_cell("") : number_cell(point->y, y));
    }
  }
  for (Curve& curve : curves) {
    for (CurvePoint& point : curve.points) point = {point.x * x.scale, point.y * y.scale};
  }
  chart.svg =
      draw_chart(LineChart{chart.title, x.axis(spec.logarithmic), y.axis(), std::move(curves)});
  chart.note = fmt::format("Points are {}. A curve ends where the first of its runs does.",
                           over_treebanks(part));
  if (spec.x != "epoch") chart.note += " Between epochs, runs are interpolated.";
  if (!without.empty()) {
    chart.note += fmt::format(" Without a curve, since runs have no x in common: {}.", without);
  }
}

void add_dots(const PartResult& part, const ChartSpec& spec, ReportChart& chart) {
  const FigureName name = figure_name(spec.y);
  DotChart dots{chart.title, name.axis(spec.logarithmic), {}, std::nullopt, ""};
  chart.figures.header = {"setting", name.heading(), "standard deviation", "95% interval", "seeds"};
  for (const std::string& setting : part.settings) {
    const auto measured = average_of(part, setting, spec.y);
    if (!measured) continue;
    const Spread& spread = measured->spread;
    dots.dots.push_back({setting, spread.mean * name.scale, spread.margin * name.scale,
                         name.text(spread.mean), false, std::nullopt});
    auto& row = chart.figures.rows.emplace_back();
    row = {name_cell(setting), number_cell(spread.mean, name)};
    if (measured->seeds > 1) {
      row.push_back(number_cell(spread.deviation, name));
      row.push_back({fmt::format("{} to {}", name.text(spread.mean - spread.margin),
                                 name.text(spread.mean + spread.margin)),
                     "", spread.mean - spread.margin});
    } else {
      row.insert(row.end(), 2, name_cell("–"));
    }
    const auto seeds = static_cast<double>(measured->seeds);
    row.push_back({fmt::format("{}", measured->seeds), "", seeds});
  }
  chart.svg = draw_chart(dots);
  chart.note =
      fmt::format("Dots are {}, lines 95% confidence intervals over seeds.", over_treebanks(part));
}

void add_scatter(const PartResult& part, const ChartSpec& spec, ReportChart& chart) {
  const FigureName x = figure_name(spec.x);
  const FigureName y = figure_name(spec.y);
  ScatterChart scatter{chart.title, x.axis(spec.logarithmic), y.axis(), {}};
  chart.figures.header = {"setting", x.heading(), y.heading()};
  for (const std::string& setting : part.settings) {
    const auto across = average_of(part, setting, spec.x);
    const auto up = average_of(part, setting, spec.y);
    if (!across || !up) continue;
    scatter.points.push_back({setting, across->spread.mean * x.scale, up->spread.mean * y.scale,
                              across->spread.margin * x.scale, up->spread.margin * y.scale});
    chart.figures.rows.push_back(
        {name_cell(setting), number_cell(across->spread.mean, x), number_cell(up->spread.mean, y)});
  }
  chart.svg = draw_chart(scatter);
  chart.note = fmt::format(
      "Points are {}, lines 95% confidence intervals over seeds, where these are larger than the "
      "points.",
      over_treebanks(part));
}

std::string default_title(const ChartSpec& spec) {
  std::string y = figure_name(spec.y).title;
  if (spec.kind == ChartSpec::Kind::kBars) return y;
  return fmt::format("{} by {}", y, figure_name(spec.x).title);
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

std::string comparison_name(const Comparison& comparison) {
  return fmt::format("{} → {}", comparison.baseline, comparison.setting);
}

ReportChart make_chart(const PartResult& part, const ChartSpec& spec) {
  ChartSpec full = spec;
  if (full.y.empty()) full.y = part.score;
  ReportChart chart;
  chart.title = spec.title.empty() ? default_title(full) : spec.title;
  switch (spec.kind) {
    case ChartSpec::Kind::kCurves:
      add_curves(part, full, chart);
      break;
    case ChartSpec::Kind::kBars:
      add_dots(part, full, chart);
      break;
    case ChartSpec::Kind::kScatter:
      add_scatter(part, full, chart);
      break;
  }
  return chart;
}

ReportChart make_difference_chart(const PartResult& part,
                                  const std::vector<SettingDifference>& differences) {
  const FigureName name = figure_name(part.score);
  ReportChart chart;
  chart.title = fmt::format("Differences in {}{}", name.title,
                            part.treebanks.size() > 1 ? ", averages over treebanks" : "");
  DotChart dots;
  dots.title = chart.title;
  dots.x.title = fmt::format("difference in {}", name.heading());
  dots.line = 0;
  bool has_published = false;
  for (const SettingDifference& difference : differences) {
    if (!difference.average) continue;
    const Spread& spread = difference.average->difference.spread;
    const auto& published = difference.comparison.published;
    has_published = has_published || published;
    // The test is over sentences and the interval over seeds, so one may show what the other does
    // not.
    const bool is_clear = difference.average->p_value.value_or(1) < kMarkedBelow &&
                          std::abs(spread.mean) > spread.margin;
    dots.dots.push_back({comparison_name(difference.comparison), spread.mean * name.scale,
                         spread.margin * name.scale, name.difference_text(spread.mean), !is_clear,
                         published ? std::optional(*published * name.scale) : std::nullopt});
  }
  dots.note =
      fmt::format("lines: 95% confidence intervals over seeds; filled: p < {}, and a line off 0{}",
                  kMarkedBelow, has_published ? "; diamonds: published" : "");
  chart.svg = draw_chart(dots);
  return chart;
}

}  // namespace panarc
