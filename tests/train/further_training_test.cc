#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

#include "panarc/error.h"
#include "support/groups.h"
#include "train/training.h"

// Training that was interrupted, and training that begins with a model.

namespace panarc {
namespace {

using test::interrupt_after;
using test::options_of;
using test::score;
using test::train_sample;
using test::TrainerTest;

TEST_F(TrainerTest, AnInterruptedTrainingGoesOnAsIfNothingHadHappened) {
  for (const bool from_model : {false, true}) {
    TrainingPlan options = options_of("arc-eager", "goldberg");
    if (from_model) {
      TrainingPlan first = options;
      first.epochs = 1;
      options.from =
          std::make_shared<const Model>(train_model(test::sample("train", 100), {}, first));
    }
    const std::string expected = bytes_of(train_sample(options));
    options.checkpoint = path("checkpoint");
    options.checkpoint_seconds = 0;
    EXPECT_THROW(train_sample(options, interrupt_after(2)), std::runtime_error);
    EXPECT_TRUE(std::filesystem::exists(path("checkpoint")));
    options.resume = true;
    std::vector<EpochReport> reports;
    TrainProgress progress;
    progress.on_epoch = [&](const EpochReport& report) { reports.push_back(report); };
    options.threads = 2;
    EXPECT_EQ(bytes_of(train_sample(options, progress)), expected) << from_model;
    ASSERT_EQ(reports.size(), 4U);
    EXPECT_TRUE(reports[0].resumed);
    EXPECT_TRUE(reports[1].resumed);
    EXPECT_FALSE(reports[2].resumed);
    EXPECT_TRUE(reports[1].dev);
    // Whoever saves the model removes it then.
    EXPECT_TRUE(std::filesystem::remove(path("checkpoint")));
  }
}

TEST_F(TrainerTest, ACheckpointHasTheFiguresOfItsEpochs) {
  TrainingPlan options = options_of("arc-eager", "early");
  options.batch = 1;
  options.diagnose = true;
  options.checkpoint = path("checkpoint");
  options.checkpoint_seconds = 0;
  std::vector<EpochReport> first;
  TrainProgress progress = interrupt_after(2);
  progress.on_epoch = [&](const EpochReport& report) { first.push_back(report); };
  EXPECT_THROW(train_sample(options, progress), std::runtime_error);
  options.resume = true;
  std::vector<EpochReport> reports;
  progress = {};
  progress.on_epoch = [&](const EpochReport& report) { reports.push_back(report); };
  train_sample(options, progress);
  ASSERT_EQ(first.size(), 2U);
  ASSERT_EQ(reports.size(), 4U);
  for (std::size_t i = 0; i < first.size(); ++i) {
    const TrainingCounts& counts = reports[i].counts;
    EXPECT_EQ(counts.used, first[i].counts.used);
    EXPECT_GT(counts.used, 0);
    EXPECT_LT(counts.used, static_cast<double>(counts.sentences));
    EXPECT_EQ(counts.measured, first[i].counts.measured);
    EXPECT_EQ(counts.lowered, first[i].counts.lowered);
    EXPECT_EQ(reports[i].cpu_seconds, first[i].cpu_seconds);
    EXPECT_EQ(reports[i].divergence, first[i].divergence);
    EXPECT_TRUE(reports[i].divergence);
  }
  EXPECT_GT(first[0].cpu_seconds, 0);
  EXPECT_GT(reports[2].cpu_seconds, first[1].cpu_seconds);
}

TEST_F(TrainerTest, ResumingWithoutACheckpointStartsAnew) {
  TrainingPlan options = options_of("arc-eager");
  options.epochs = 1;
  const std::string expected = bytes_of(train_sample(options));
  options.checkpoint = path("checkpoint");
  options.resume = true;
  EXPECT_EQ(bytes_of(train_sample(options)), expected);
}

TEST_F(TrainerTest, ACheckpointThatCannotBeWrittenIsAWarningAndNoMore) {
  TrainingPlan options = options_of("arc-eager");
  options.epochs = 3;
  const std::string expected = bytes_of(train_sample(options));
  options.checkpoint_seconds = 0;
  for (const std::string& place : {path("missing/checkpoint"), std::string("/dev/full")}) {
    options.checkpoint = place;
    std::vector<std::string> warnings;
    std::vector<int> epochs;
    TrainProgress progress;
    progress.on_warning = [&](const std::string& warning) { warnings.push_back(warning); };
    progress.on_epoch = [&](const EpochReport& report) { epochs.push_back(report.epoch); };
    EXPECT_EQ(bytes_of(train_sample(options, progress)), expected) << place;
    // The checkpoint is tried again after every epoch, and the failure reported once.
    EXPECT_THAT(warnings, testing::ElementsAre(testing::HasSubstr(place)));
    EXPECT_THAT(epochs, testing::ElementsAre(1, 2, 3));
    // Whoever does not ask for warnings gets a model all the same.
    EXPECT_EQ(bytes_of(train_sample(options)), expected) << place;
  }
}

TEST_F(TrainerTest, ResumesOnlyTheSameTraining) {
  TrainingPlan options = options_of("arc-eager");
  options.checkpoint = path("checkpoint");
  options.checkpoint_seconds = 0;
  EXPECT_THROW(train_sample(options, interrupt_after(1)), std::runtime_error);
  options.resume = true;
  const auto refuses = [&](const TrainingPlan& other, const std::vector<Sentence>& training) {
    EXPECT_THROW(train_model(training, test::sample("dev"), other), Error);
  };
  const std::vector<Sentence> training = test::sample("train");
  TrainingPlan other = options;
  other.seed = 2;
  refuses(other, training);
  other = options;
  other.strategy = *strategy_by_name("greedy");
  refuses(other, training);
  other = options;
  other.model.features += "\ns0.lemma\n";
  refuses(other, training);
  refuses(options, test::sample("train", 100));
  std::vector<Sentence> changed = training;
  changed[0].set_deprel(1, "brandnew");
  refuses(options, changed);
  test::write_bytes(path("checkpoint"), test::read_bytes(path("checkpoint")).substr(0, 5000));
  refuses(options, training);
  Model(train_model(test::sample("train", 10), {}, options_of("arc-eager")))
      .save(path("checkpoint"));
  refuses(options, training);
}

TEST(Trainer, TrainsFurtherFromAModel) {
  TEST_NEEDS_ONE_THREAD();
  const std::vector<Sentence> dev = test::sample("dev");
  for (const char* system : {"arc-eager", "non-monotonic-arc-eager"}) {
    TrainingPlan options = options_of(system);
    const auto before = std::make_shared<const Model>(train_sample(options));
    // One epoch over a few sentences, one of which has a new relation, changes little.
    std::vector<Sentence> few = test::sample("test", 10);
    few[0].set_deprel(1, "brandnew");
    options.from = before;
    options.epochs = 1;
    const Model after = train_model(few, {}, options);
    EXPECT_THAT(after.labels().names, testing::Contains("brandnew"));
    EXPECT_EQ(after.labels().names.size(), before->labels().names.size() + 1);
    EXPECT_EQ(after.labels().names.back(), "brandnew");
    EXPECT_GT(score(after, dev), score(*before, dev) - 8) << system;
    options.from = nullptr;
    EXPECT_LT(score(train_model(few, {}, options), dev), score(after, dev) - 5);
  }
}

TEST(Trainer, TrainsFurtherWithManyMoreFeatures) {
  TEST_NEEDS_ONE_THREAD();
  // The first model is of few sentences and keeps few bits of its keys; the second has many more
  // features, and must find them all.
  TrainingPlan options = options_of("arc-eager");
  options.from = std::make_shared<const Model>(train_model(test::sample("train", 5), {}, options));
  EXPECT_GT(score(train_sample(options), test::sample("dev")), 70);
}

TEST(Trainer, AModelIsTrainedFurtherAsWhatItIs) {
  TrainingPlan options = options_of("arc-eager");
  options.epochs = 1;
  options.from = std::make_shared<const Model>(train_model(test::sample("train", 10), {}, options));
  options.model.system = "arc-hybrid";
  EXPECT_THROW(train_model(test::sample("train", 10), {}, options), Error);
  options.model.system = "arc-eager";
  options.model.labels = LabelMode::kNone;
  EXPECT_THROW(train_model(test::sample("train", 10), {}, options), Error);
}

}  // namespace
}  // namespace panarc
