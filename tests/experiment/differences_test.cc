#include "experiment/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/small_experiment.h"

namespace panarc {
namespace {

using test::small_part;

TEST(SettingDifference, IsPairedBySeed) {
  const SettingDifference found = compare_settings(small_part(), {"a", "b", 0.7});
  ASSERT_EQ(found.treebanks.size(), 2U);
  EXPECT_EQ(found.in_favour, 1U) << "no difference is not in favour";
  EXPECT_DOUBLE_EQ(found.treebanks[0].difference.spread.mean, 2);
  // The standard deviation of 1 and 3 is √2, and t is 12.706 for one degree of freedom.
  EXPECT_NEAR(found.treebanks[0].difference.spread.margin, 12.706, 1e-9);
  EXPECT_DOUBLE_EQ(found.treebanks[1].difference.spread.mean, 0);
  ASSERT_TRUE(found.average);
  EXPECT_DOUBLE_EQ(found.average->baseline, 75.5);
  EXPECT_DOUBLE_EQ(found.average->setting, 76.5);
  EXPECT_DOUBLE_EQ(found.average->difference.spread.mean, 1);
  EXPECT_DOUBLE_EQ(found.average->difference.spread.margin, 0) << "1 with either seed";
  EXPECT_FALSE(found.average->p_value) << "no sentences";
}

TEST(SettingDifference, LeavesOutSeedsWithoutAPartner) {
  PartResult part = small_part();
  part.runs.erase(part.runs.begin());  // a on X with seed 1
  const SettingDifference found = compare_settings(part, {"a", "b", std::nullopt});
  EXPECT_DOUBLE_EQ(found.treebanks[0].baseline, 82);
  EXPECT_DOUBLE_EQ(found.treebanks[0].difference.spread.mean, 3);
  EXPECT_EQ(found.treebanks[0].difference.seeds, 1U);
  EXPECT_EQ(found.average->difference.seeds, 1U);
}

TEST(SettingDifference, FavoursWhatIsLessWhereLessIsBetter) {
  PartResult part = small_part();
  part.score = "model_bytes";
  EXPECT_EQ(compare_settings(part, {"a", "b", std::nullopt}).in_favour, 1U);
  EXPECT_EQ(compare_settings(part, {"b", "a", std::nullopt}).in_favour, 0U);
}

TEST(SettingDifference, TestsSentencesWithAllSeedsTogether) {
  PartResult part = small_part();
  // Ten sentences of ten words: on X, b has one word more in each; on Y, the seeds cancel out.
  for (RunResult& run : part.runs) {
    double right = 5;
    if (run.setting == "b") right += run.treebank == "X" || run.seed == 1 ? 1 : -1;
    run.sentences.assign(10, {right, 10});
  }
  const SettingDifference found = compare_settings(part, {"a", "b", std::nullopt});
  // All ten have to have the same sign: 2 / 2^10.
  EXPECT_NEAR(*found.treebanks[0].p_value, 2.0 / 1024, 0.002);
  EXPECT_DOUBLE_EQ(*found.treebanks[1].p_value, 1);
  EXPECT_NEAR(*found.average->p_value, 2.0 / 1024, 0.002);
  part.runs[0].sentences.pop_back();
  EXPECT_FALSE(compare_settings(part, {"a", "b", std::nullopt}).treebanks[0].p_value);
  EXPECT_FALSE(compare_settings(part, {"a", "b", std::nullopt}).average->p_value);
}

TEST(SettingDifference, GivesTreebanksTheSameWeight) {
  PartResult part = small_part();
  // On X a word of 10 is gained, on Y 50 of 1,000 are lost: 10% against 5%.
  for (RunResult& run : part.runs) {
    const bool is_b = run.setting == "b";
    if (run.treebank == "X") {
      run.sentences = {{is_b ? 6.0 : 5.0, 10}};
    } else {
      run.sentences = {{is_b ? 450.0 : 500.0, 1000}};
    }
  }
  // |±10 ± 5| is at least 5 whatever the signs.
  EXPECT_DOUBLE_EQ(*compare_settings(part, {"a", "b", std::nullopt}).average->p_value, 1);
}

}  // namespace
}  // namespace panarc
