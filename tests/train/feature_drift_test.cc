#include "train/feature_drift.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/groups.h"
#include "train/training.h"

namespace panarc {
namespace {

using test::TrainerTest;

struct Diagnosed {
  std::string bytes;
  std::vector<EpochReport> epochs;
};

class Diagnosis : public TrainerTest {
 protected:
  [[nodiscard]] Diagnosed train(TrainingPlan plan, bool diagnose) const {
    plan.batch = 1;
    plan.epochs = 2;
    plan.diagnose = diagnose;
    Diagnosed result;
    TrainProgress progress;
    progress.on_epoch = [&](const EpochReport& report) { result.epochs.push_back(report); };
    result.bytes = bytes_of(test::train_sample(plan, progress));
    return result;
  }
};

TEST_F(Diagnosis, DoesNotChangeTheModel) {
  TEST_NEEDS_ONE_THREAD();
  for (const char* strategy : {"early", "greedyn", "maxvNDrestartSO"}) {
    const TrainingPlan plan = test::options_of("arc-eager", strategy);
    const Diagnosed plain = train(plan, false);
    const Diagnosed diagnosed = train(plan, true);
    EXPECT_EQ(diagnosed.bytes, plain.bytes) << strategy;
    for (const EpochReport& report : plain.epochs) {
      EXPECT_EQ(report.counts.measured, 0U);
      EXPECT_FALSE(report.divergence);
    }
    for (const EpochReport& report : diagnosed.epochs) {
      EXPECT_EQ(report.counts.measured, report.counts.updates) << strategy;
      EXPECT_GT(report.counts.lowered, 0U) << strategy;
      EXPECT_LT(report.counts.lowered, report.counts.measured / 2) << strategy;
      ASSERT_TRUE(report.divergence);
      EXPECT_GT(*report.divergence, 0) << strategy;
    }
  }
}

TEST_F(Diagnosis, DoesNotDependOnThreads) {
  TrainingPlan plan = test::options_of("arc-eager", "earlyND");
  const Diagnosed one = train(plan, true);
  plan.threads = 3;
  const Diagnosed three = train(plan, true);
  for (std::size_t i = 0; i < one.epochs.size(); ++i) {
    EXPECT_EQ(three.epochs[i].divergence, one.epochs[i].divergence);
    EXPECT_EQ(three.epochs[i].counts.lowered, one.epochs[i].counts.lowered);
  }
}

// What an update of labels by themselves does to heads is not that of an update of transitions.
TEST_F(Diagnosis, LeavesUpdatesOfLabelsOut) {
  TrainingPlan plan = test::options_of("arc-eager");
  plan.model.labels = LabelMode::kParallel;
  for (const EpochReport& report : train(plan, true).epochs) {
    EXPECT_GT(report.counts.label_updates, 0U);
    EXPECT_EQ(report.counts.measured, report.counts.updates);
  }
}

// Early updates see the beginnings of sentences above all, as long as there are errors; going on
// after them, one sees what a parser sees (Aufrant et al. 2017, section 5.2).
TEST_F(Diagnosis, RestartBringsTrainingNearerToParsing) {
  TEST_NEEDS_ONE_THREAD();
  const Diagnosed early = train(test::options_of("arc-eager", "early"), true);
  const Diagnosed restart = train(test::options_of("arc-eager", "earlyNDrestartSO"), true);
  EXPECT_LT(*restart.epochs.front().divergence, *early.epochs.front().divergence);
}

// A second epoch is not counted on top of the first.
TEST_F(Diagnosis, CountsEveryEpochByItself) {
  const TrainingPlan plan = test::options_of("arc-eager", "greedy");
  const std::vector<Sentence> dev = test::sample("dev");
  const Model model = test::train_sample(plan);
  Team team(1);
  FeatureDrift drift(plan.model, nullptr, 1);
  const double nothing = drift.take(model, dev, team);
  EXPECT_GT(nothing, 0);
  EXPECT_EQ(drift.take(model, dev, team), nothing);
}

}  // namespace
}  // namespace panarc
