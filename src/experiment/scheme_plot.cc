#include "panarc/experiment.h"

#include <fmt/format.h>

#include "draw/chart.h"
#include "panarc/analysis.h"

namespace panarc {

std::string scheme_plot(std::span<const SchemeResult> results) {
  constexpr double kSignificant = 0.05;
  DotChart chart;
  chart.title = "What rules gain and lose";
  chart.x.title = "UAS with the rule, less UAS without";
  chart.line = 0;
  chart.note = fmt::format(
      "filled: p < {}; lines: 95% confidence intervals over seeds; right: places that came to the "
      "rule",
      kSignificant);
  for (const SchemeResult& result : results) {
    std::vector<double> differences;
    for (std::size_t i = 0; i < result.original.uas.size(); ++i) {
      differences.push_back(result.changed_scheme.uas[i] - result.original.uas[i]);
    }
    chart.dots.push_back(
        {std::string(kSchemeNames.of(result.rule)), result.difference(),
         spread_of(differences).margin,
         // SVG collapses ordinary spaces, but not these, which are as wide as a digit or wider.
         fmt::format("{:+.2f}\u2003{:\u2007>3.0f}%", result.difference(),
                     100 * result.mean_share()),
         result.p_value >= kSignificant, std::nullopt});
  }
  return svg_file(draw_chart(chart));
}

}  // namespace panarc
