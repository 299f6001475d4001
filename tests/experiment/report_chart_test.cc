#include "experiment/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/small_experiment.h"

namespace panarc {
namespace {

using test::small_part;
using testing::HasSubstr;

TEST(LearningCurves, AreMeansAtTheSameEpoch) {
  PartResult part = small_part();
  for (RunResult& run : part.runs) {
    const double level = run.treebank == "X" ? 80 : 60;
    const int epochs = run.setting == "a" && run.seed == 2 ? 2 : 3;
    for (int epoch = 1; epoch <= epochs; ++epoch) {
      run.epochs.push_back(
          {{"epoch", epoch}, {"dev.UAS", level + epoch + static_cast<double>(run.seed)}});
    }
  }
  const auto curves =
      learning_curves(part, {ChartSpec::Kind::kCurves, "", "epoch", "dev.UAS", false});
  ASSERT_EQ(curves.size(), 2U);
  ASSERT_EQ(curves[0].points.size(), 2U) << "where the first run ends";
  EXPECT_EQ(curves[1].points.size(), 3U);
  EXPECT_DOUBLE_EQ(curves[0].points[1].x, 2);
  EXPECT_DOUBLE_EQ(curves[0].points[1].y, 70 + 2 + 1.5);
}

TEST(LearningCurves, AreInterpolatedBetweenEpochs) {
  PartResult part = small_part();
  part.settings = {"a"};
  part.treebanks = {"X"};
  part.runs.resize(2);
  part.runs[0].epochs = {{{"cpu_seconds", 10}, {"dev.UAS", 50}},
                         {{"cpu_seconds", 30}, {"dev.UAS", 70}}};
  part.runs[1].epochs = {{{"cpu_seconds", 20}, {"dev.UAS", 60}},
                         {{"cpu_seconds", 40}, {"dev.UAS", 60}}};
  const ChartSpec spec{ChartSpec::Kind::kCurves, "", "cpu_seconds", "dev.UAS", false};
  auto curves = learning_curves(part, spec);
  EXPECT_DOUBLE_EQ(curves[0].points.front().x, 20);
  EXPECT_DOUBLE_EQ(curves[0].points.front().y, 60);
  EXPECT_DOUBLE_EQ(curves[0].points.back().x, 30);
  EXPECT_DOUBLE_EQ(curves[0].points.back().y, 65);
  for (Figures& epoch : part.runs[1].epochs) epoch["cpu_seconds"] += 100;
  curves = learning_curves(part, spec);
  EXPECT_TRUE(curves[0].points.empty()) << "nothing in common";
  EXPECT_THAT(make_chart(part, spec).note, HasSubstr("no x in common: a."));
}

TEST(LearningCurves, AddUpdatesUp) {
  PartResult part = small_part();
  part.runs.resize(1);
  part.runs[0].epochs = {{{"updates", 100}, {"dev.UAS", 50}}, {{"updates", 60}, {"dev.UAS", 70}}};
  const auto curves =
      learning_curves(part, {ChartSpec::Kind::kCurves, "", "updates", "dev.UAS", false});
  EXPECT_DOUBLE_EQ(curves[0].points.front().x, 100);
  EXPECT_DOUBLE_EQ(curves[0].points.back().x, 160);
}

}  // namespace
}  // namespace panarc
