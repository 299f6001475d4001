#include "draw/chart_scale.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "draw/display_width.h"

namespace panarc {
namespace {

using testing::ElementsAre;

ChartScale across(const std::vector<double>& values, bool logarithmic = false) {
  return {values, {"", logarithmic}, 100, 700, ChartScale::Direction::kHorizontal};
}

std::vector<std::string> labels(const ChartScale& scale) {
  std::vector<std::string> texts;
  for (const double tick : scale.ticks()) texts.push_back(scale.label(tick));
  return texts;
}

TEST(ChartScale, MarksRoundNumbers) {
  EXPECT_THAT(labels(across({79.2, 80.7})),
              ElementsAre("79.2", "79.4", "79.6", "79.8", "80.0", "80.2", "80.4", "80.6", "80.8"));
  EXPECT_THAT(labels(across({0, 40000})), ElementsAre("0", "5,000", "10,000", "15,000", "20,000",
                                                      "25,000", "30,000", "35,000", "40,000"));
  EXPECT_THAT(labels(across({-0.04, 0.11})), ElementsAre("-0.04", "-0.02", "0.00", "0.02", "0.04",
                                                         "0.06", "0.08", "0.10", "0.12"));
  EXPECT_THAT(labels(across({3, 170}, true)),
              ElementsAre("2", "5", "10", "20", "50", "100", "200"));
  EXPECT_THAT(labels(across({0.03, 0.4}, true)), ElementsAre("0.02", "0.05", "0.1", "0.2", "0.5"));
}

TEST(ChartScale, MarksOnlyWholeNumbersOfWhatIsCounted) {
  const auto counted = [](const std::vector<double>& values) {
    const ChartAxis axis{.title = "epoch", .whole = true};
    return labels({values, axis, 100, 700, ChartScale::Direction::kHorizontal});
  };
  EXPECT_THAT(counted({1, 3}), ElementsAre("1", "2", "3"));
  EXPECT_THAT(counted({2, 2}), ElementsAre("1", "2", "3"));
  EXPECT_THAT(counted({2.5, 2.75}), ElementsAre("2", "3"));
  EXPECT_THAT(counted({1, 30}), ElementsAre("0", "5", "10", "15", "20", "25", "30"));
}

TEST(ChartScale, LeavesLabelsOutWhereThereIsNoRoom) {
  const std::vector<double> values{1, 90'000};
  const ChartScale scale(values, {"", true}, 0, 330, ChartScale::Direction::kHorizontal);
  EXPECT_THAT(labels(scale), testing::Contains("10,000"));
  EXPECT_THAT(labels(scale), testing::Contains(""));
  EXPECT_EQ(scale.ticks().size(), 16U);
}

TEST(ChartScale, IsLinearWhereThereIsNoLogarithm) {
  EXPECT_FALSE(across({0, 10}, true).is_logarithmic());
  EXPECT_TRUE(across({0.1, 10}, true).is_logarithmic());
}

TEST(ChartScale, HasRoomForValuesThatAreAllTheSame) {
  for (const double value : {0.0, -3.0, 87.31, 1e-7, 4e9}) {
    const ChartScale scale = across({value, value});
    EXPECT_GT(scale.at(value), 100) << value;
    EXPECT_LT(scale.at(value), 700) << value;
  }
  EXPECT_GE(across({}).ticks().size(), 2U);
}

RC_GTEST_PROP(ChartScale, CoversAllValues, (int a, int b, int power)) {
  const double unit = std::pow(10.0, power % 7);
  const std::vector<double> values{a * unit / 1000, b * unit / 1000};
  for (const bool logarithmic : {false, true}) {
    const ChartScale scale = across(values, logarithmic);
    RC_ASSERT(scale.ticks().size() >= 2);
    RC_ASSERT(scale.ticks().size() <= 20);
    for (const double value : values) {
      RC_ASSERT(scale.at(value) >= 100 - 1e-3);
      RC_ASSERT(scale.at(value) <= 700 + 1e-3);
    }
    for (std::size_t i = 1; i < scale.ticks().size(); ++i) {
      RC_ASSERT(scale.ticks()[i] > scale.ticks()[i - 1]);
    }
    RC_ASSERT(std::abs(scale.at(scale.ticks().front()) - 100) < 1e-9);
    RC_ASSERT(std::abs(scale.at(scale.ticks().back()) - 700) < 1e-9);
  }
}

RC_GTEST_PROP(ChartScale, LabelsDoNotOverlap, (int a, int b, bool logarithmic)) {
  const ChartScale scale = across({a / 100.0, b / 100.0}, logarithmic);
  double end = 0;
  for (const double tick : scale.ticks()) {
    const double half = estimated_width(scale.label(tick), 12) / 2;
    if (half == 0) continue;
    RC_ASSERT(scale.at(tick) - half > end);
    end = scale.at(tick) + half;
  }
}

TEST(SpreadApart, MovesNoMoreThanItHasTo) {
  EXPECT_THAT(spread_apart(std::vector<double>{10, 50}, 10, 0, 100), ElementsAre(10, 50));
  EXPECT_THAT(spread_apart(std::vector<double>{50, 50}, 10, 0, 100), ElementsAre(45, 55));
  EXPECT_THAT(spread_apart(std::vector<double>{0, 1, 2}, 10, 0, 100), ElementsAre(0, 10, 20));
  EXPECT_THAT(spread_apart(std::vector<double>{99, 98}, 10, 0, 100), ElementsAre(100, 90));
}

RC_GTEST_PROP(SpreadApart, KeepsOrderAndDistance, (std::vector<std::uint8_t> places)) {
  places.resize(std::min<std::size_t>(places.size(), 20));
  const std::vector<double> wanted(places.begin(), places.end());
  const std::vector<double> found = spread_apart(wanted, 10, 0, 256);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    RC_ASSERT(found[i] >= -1e-6);
    RC_ASSERT(found[i] <= 256 + 1e-6);
    for (std::size_t j = 0; j < wanted.size(); ++j) {
      if (i != j) RC_ASSERT(std::abs(found[i] - found[j]) >= 10 - 1e-6);
      if (wanted[i] < wanted[j]) RC_ASSERT(found[i] < found[j]);
    }
  }
}

TEST(GroupedNumber, HasCommasBetweenThousands) {
  EXPECT_EQ(grouped_number(1234567.891, 2), "1,234,567.89");
  EXPECT_EQ(grouped_number(-1234, 0), "-1,234");
  EXPECT_EQ(grouped_number(999.6, 0), "1,000");
  EXPECT_EQ(grouped_number(-123, 0), "-123");
  EXPECT_EQ(grouped_number(-0.001, 2), "0.00");
}

}  // namespace
}  // namespace panarc
