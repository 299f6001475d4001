#include "draw/chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <regex>
#include <string>

#include "draw/chart_texts.h"
#include "draw/xml_checker.h"

namespace panarc {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string problem_of_chart(const std::string& svg) { return test::XmlChecker(svg).problem(); }

std::string setting_name(std::size_t i) {
  return i % 4 == 3 ? "a setting with a name that is much too long to stand beside it"
                    : "setting " + std::to_string(i);
}

LineChart curves(std::size_t count, bool logarithmic = false) {
  LineChart chart{"Learning curves", {"CPU time (seconds)", logarithmic}, {"UAS", false}, {}};
  for (std::size_t i = 0; i < count; ++i) {
    Curve curve{setting_name(i), {}};
    for (int x = 1; x <= 20; ++x) {
      curve.points.push_back({x * 1.5, 88 - 20.0 / (x + static_cast<double>(i))});
    }
    chart.curves.push_back(curve);
  }
  return chart;
}

DotChart dots(std::size_t count) {
  DotChart chart{"UAS by setting", {"UAS", false}, {}, std::nullopt, "dots: means"};
  for (std::size_t i = 0; i < count; ++i) {
    const double value = 80 + 0.1 * static_cast<double>(i);
    chart.dots.push_back({setting_name(i), value, 0.2, "80.00 or more", i % 2 == 0, value + 0.5});
  }
  return chart;
}

/// The places of all marks and ends of lines, as SVG has them: `M x y`.
std::vector<std::pair<double, double>> places_in(const std::string& svg) {
  const std::regex move(R"re([ML]([-0-9.]+) ([-0-9.]+))re");
  std::vector<std::pair<double, double>> places;
  for (std::sregex_iterator it(svg.begin(), svg.end(), move), end; it != end; ++it) {
    places.emplace_back(std::stod((*it)[1]), std::stod((*it)[2]));
  }
  return places;
}

TEST(Chart, IsWellFormedWhateverItsTexts) {
  LineChart lines = curves(3);
  lines.title = lines.x.title = lines.y.title = lines.curves[0].name = "<b>\"&\x1b\uFFFE";
  DotChart rows = dots(3);
  rows.title = rows.note = rows.dots[0].name = rows.dots[0].text = "<b>\"&\x1b\uFFFE";
  ScatterChart points{"<&\">", {"<", false}, {"&", false}, {{"<&\">", 1, 2, 0.1, 0.1}}};
  for (const std::string& svg : {draw_chart(lines), draw_chart(rows), draw_chart(points)}) {
    EXPECT_EQ(problem_of_chart(svg), "");
    EXPECT_THAT(svg, Not(HasSubstr("<b>")));
    EXPECT_EQ(problem_of_chart(svg_file(svg)), "");
  }
}

TEST(Chart, SaysIfThereIsNothingToDraw) {
  const std::vector<std::string> charts{draw_chart(LineChart{}), draw_chart(DotChart{}),
                                        draw_chart(ScatterChart{})};
  for (const std::string& svg : charts) {
    EXPECT_EQ(problem_of_chart(svg), "");
    EXPECT_THAT(svg, HasSubstr("There are no figures to draw."));
  }
}

TEST(Chart, LeavesOutWhatIsNoNumber) {
  LineChart lines = curves(1);
  const std::string whole = draw_chart(lines);
  lines.curves.push_back({"none", {{1, kNan}}});
  lines.curves[0].points.push_back({100, kNan});
  EXPECT_EQ(draw_chart(lines), whole);
  DotChart rows = dots(2);
  const std::string all = draw_chart(rows);
  rows.dots.push_back({"none", kNan, 0, "", false, std::nullopt});
  EXPECT_EQ(draw_chart(rows), all);
}

TEST(Chart, LabelsDoNotOverlap) {
  for (const std::size_t count : {1U, 2U, 5U, 12U, 25U}) {
    EXPECT_EQ(test::crowded_texts(draw_chart(curves(count))), "") << count;
    EXPECT_EQ(test::crowded_texts(draw_chart(curves(count, true))), "") << count;
    EXPECT_EQ(test::crowded_texts(draw_chart(dots(count))), "") << count;
  }
}

RC_GTEST_PROP(Chart, LabelsOfPointsDoNotOverlap,
              (std::vector<std::pair<std::uint8_t, std::uint8_t>> places, bool logarithmic)) {
  places.resize(std::min<std::size_t>(places.size(), 15));
  ScatterChart chart{"Accuracy and speed", {"words per second", logarithmic}, {"UAS", false}, {}};
  for (std::size_t i = 0; i < places.size(); ++i) {
    chart.points.push_back({setting_name(i), 1.0 + places[i].first, 50 + places[i].second / 8.0,
                            0.5, i % 3 == 0 ? 0 : 0.7});
  }
  const std::string svg = draw_chart(chart);
  RC_ASSERT(test::crowded_texts(svg) == "");
  RC_ASSERT(problem_of_chart(svg) == "");
  for (const auto& [x, y] : places_in(svg)) {
    RC_ASSERT(x >= 0);
    RC_ASSERT(x <= 840);
    RC_ASSERT(y >= 0);
    RC_ASSERT(y <= 460);
  }
}

RC_GTEST_PROP(Chart, CurvesStayInThePlotArea, (std::vector<std::int16_t> values)) {
  Curve curve{"a", {}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    curve.points.push_back({static_cast<double>(i), values[i] / 100.0});
  }
  const std::string svg = draw_chart(LineChart{"", {"x", false}, {"y", false}, {curve}});
  // The area is that of the lines of the grid.
  const std::regex line(
      R"re(<line x1="([-0-9.]+)" y1="([-0-9.]+)" x2="([-0-9.]+)" y2="([-0-9.]+)" class="grid")re");
  double left = 1e9;
  double right = 0;
  double top = 1e9;
  double bottom = 0;
  for (std::sregex_iterator it(svg.begin(), svg.end(), line), end; it != end; ++it) {
    left = std::min(left, std::stod((*it)[1]));
    right = std::max(right, std::stod((*it)[3]));
    top = std::min(top, std::stod((*it)[2]));
    bottom = std::max(bottom, std::stod((*it)[4]));
  }
  const std::regex path(R"re(<path d="([^"]*)" class="curve)re");
  std::smatch match;
  if (!std::regex_search(svg, match, path)) RC_DISCARD("one point has no line");
  for (const auto& [x, y] : places_in(match[1])) {
    RC_ASSERT(x >= left);
    RC_ASSERT(x <= right);
    RC_ASSERT(y >= top);
    RC_ASSERT(y <= bottom);
  }
}

TEST(LineChart, SeriesDifferInMoreThanColour) {
  const std::string svg = draw_chart(curves(12));
  const std::regex classes(R"re(class="(curve c\d d\d)")re");
  std::set<std::string> seen;
  for (std::sregex_iterator it(svg.begin(), svg.end(), classes), end; it != end; ++it) {
    seen.insert((*it)[1]);
  }
  EXPECT_EQ(seen.size(), 12U);
  for (const char* const dashes : {" d0\"", " d1\"", " d2\"", " d3\""}) {
    EXPECT_THAT(svg, HasSubstr(dashes));
  }
}

TEST(LineChart, ShowsWholeNamesToAPointer) {
  const std::string svg = draw_chart(curves(4));
  EXPECT_THAT(svg, HasSubstr("<title>" + setting_name(3) + "</title>"));
  EXPECT_THAT(svg, HasSubstr("…</text>"));
}

TEST(DotChart, DrawsIntervalsLinesAndOtherValues) {
  DotChart chart{"", {"difference", false}, {}, 0.0, ""};
  chart.dots.push_back({"a", 1, 0.5, "+1.00", false, std::nullopt});
  std::string svg = draw_chart(chart);
  EXPECT_THAT(svg, HasSubstr("class=\"whisker c0\""));
  EXPECT_THAT(svg, HasSubstr("class=\"dot\""));
  EXPECT_THAT(svg, Not(HasSubstr("class=\"other\"")));
  chart.dots[0] = {"a", 1, 0, "+1.00", true, 2.0};
  svg = draw_chart(chart);
  EXPECT_THAT(svg, Not(HasSubstr("class=\"whisker")));
  EXPECT_THAT(svg, HasSubstr("class=\"dot hollow\""));
  EXPECT_THAT(svg, HasSubstr("class=\"other\""));
}

TEST(SvgFile, HasItsColoursLightAndDark) {
  const std::string svg = svg_file(draw_chart(dots(1)));
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme: dark"));
  EXPECT_THAT(svg, HasSubstr("fill: #0072b2"));
  EXPECT_THAT(svg, Not(HasSubstr("var("))) << "not all that draws SVG knows variables";
  EXPECT_THAT(draw_chart(dots(1)), Not(HasSubstr("<style>"))) << "the page has it";
}

}  // namespace
}  // namespace panarc
