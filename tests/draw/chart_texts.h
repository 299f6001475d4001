#pragma once

#include <cmath>
#include <cstddef>
#include <regex>
#include <string>
#include <vector>

#include "draw/display_width.h"

namespace panarc::test {

/// A text of a chart, and about where it stands.
struct ChartTextBox {
  std::string text;
  double left = 0;
  double right = 0;
  double middle = 0;

  [[nodiscard]] bool overlaps(const ChartTextBox& other) const {
    constexpr double kHeight = 12;
    return left < other.right && other.left < right && std::abs(middle - other.middle) < kHeight;
  }
};

/// All texts, as SVG has them.
inline std::vector<ChartTextBox> chart_texts(const std::string& svg) {
  const std::regex element(
      R"re(<text x="([-0-9.]+)" y="([-0-9.]+)"( text-anchor="([a-z]+)")?( class="([a-z]+)")?>([^<]*)<)re");
  std::vector<ChartTextBox> texts;
  for (std::sregex_iterator it(svg.begin(), svg.end(), element), end; it != end; ++it) {
    const std::smatch& match = *it;
    const double size = match[6] == "title" ? 15 : 12;
    const double width = estimated_width(match[7].str(), size);
    double left = std::stod(match[1]);
    if (match[4] == "middle") left -= width / 2;
    if (match[4] == "end") left -= width;
    texts.push_back({match[7], left, left + width, std::stod(match[2]) - 0.35 * size});
  }
  return texts;
}

/// Two texts that overlap, or one that is cut off; empty if there are none.
inline std::string crowded_texts(const std::string& svg) {
  const std::regex size(R"re(viewBox="0 0 ([0-9.]+) ([0-9.]+)")re");
  std::smatch match;
  if (!std::regex_search(svg, match, size)) return "no size";
  const double width = std::stod(match[1]);
  const double height = std::stod(match[2]);
  const std::vector<ChartTextBox> texts = chart_texts(svg);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].left < 0 || texts[i].right > width || texts[i].middle < 6 ||
        texts[i].middle > height - 6) {
      return "cut off: " + texts[i].text;
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (texts[i].overlaps(texts[j])) return texts[j].text + " and " + texts[i].text;
    }
  }
  return {};
}

}  // namespace panarc::test
