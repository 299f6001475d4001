#include "cli/scheme_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace panarc::cli {
namespace {

// In pixels.
constexpr double kRow = 28;
constexpr double kTop = 56;
constexpr double kNames = 70;
constexpr double kPanel = 260;
constexpr double kGap = 50;
constexpr double kBar = 14;

constexpr double kSignificant = 0.05;

std::string text(double x, double y, std::string_view anchor, std::string_view content) {
  return fmt::format("  <text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                     anchor, content);
}

std::string bar(double from, double to, double y, std::string_view style) {
  return fmt::format("  <rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" {}/>\n",
                     std::min(from, to), y - kBar / 2, std::abs(to - from), kBar, style);
}

std::string line(double x, double bottom) {
  return fmt::format(
      "  <line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" stroke=\"#888\"/>\n", x,
      kTop - kRow / 2, bottom);
}

}  // namespace

std::string scheme_plot(std::span<const SchemeResult> results) {
  double most = 1;
  for (const SchemeResult& result : results) most = std::max(most, std::abs(result.difference()));
  const double zero = kNames + kPanel / 2;
  const double share = kNames + kPanel + kGap;
  const double width = share + kPanel + kGap;
  const double bottom = kTop + kRow * static_cast<double>(results.size());
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"13\">\n"
      "  <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      width, bottom + kRow);
  svg += text(zero, kRow - 6, "middle", "UAS with the rule, less UAS without");
  svg += text(share + kPanel / 2, kRow - 6, "middle", "places that came to the rule");
  double y = kTop;
  for (const SchemeResult& result : results) {
    const double better = result.difference();
    svg += text(kNames - 12, y + 4, "end", kSchemeNames.of(result.rule));
    const double tip = zero + better / most * (kPanel / 2 - kGap);
    svg +=
        bar(zero, tip, y,
            result.p_value < kSignificant ? R"(fill="#1f6fb2")"
                                          : R"(fill="white" stroke="#1f6fb2" stroke-width="1.5")");
    svg += text(tip + (better < 0 ? -6 : 6), y + 4, better < 0 ? "end" : "start",
                fmt::format("{:+.2f}", better));
    svg += bar(share, share + result.mean_share() * kPanel, y, R"(fill="#c9622b")");
    svg += text(share + result.mean_share() * kPanel + 6, y + 4, "start",
                fmt::format("{:.0f}%", 100 * result.mean_share()));
    y += kRow;
  }
  svg += line(zero, bottom - kRow / 2) + line(share, bottom - kRow / 2) +
         line(share + kPanel / 2, bottom - kRow / 2);
  svg += text(
      kNames, bottom + 6, "start",
      fmt::format("filled: p &lt; {}; the middle line on the right is one half", kSignificant));
  return svg + "</svg>\n";
}

}  // namespace panarc::cli
