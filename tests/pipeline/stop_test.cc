#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "panarc/experiment.h"
#include "panarc/pipeline.h"
#include "panarc/tagger.h"
#include "panarc/text.h"
#include "panarc/train.h"
#include "support/groups.h"
#include "support/message_of.h"
#include "support/sample.h"
#include "treebank/test_text.h"

/// Trainings that are stopped by TrainOptions::stop.

namespace panarc {
namespace {

std::vector<Sentence> training() { return test::sample("train", 40); }
std::vector<Sentence> dev() { return test::sample("dev", 10); }

TrainOptions linear() {
  TrainOptions options;
  options.fast = true;
  options.epochs = 3;
  options.batch = 8;
  options.threads = 2;
  return options;
}

TrainOptions network(ScorerKind scorer) {
  TrainOptions options;
  options.scorer = scorer;
  options.units = 8;
  options.epochs = 3;
  options.batch_words = 90;
  options.threads = 2;
  return options;
}

std::stop_token already_stopped() {
  std::stop_source stop;
  stop.request_stop();
  return stop.get_token();
}

class Stop : public testing::Test {
 protected:
  [[nodiscard]] std::string checkpoint() const { return directory_ / "checkpoint"; }
  [[nodiscard]] bool has_checkpoint(const std::string& suffix = "") const {
    return std::filesystem::exists(checkpoint() + suffix);
  }

  /// Trains in many runs, each stopped after so many batches; returns the bytes of the model.
  template <class Train>
  std::string in_pieces(TrainOptions options, int batches, Train&& train) {
    options.checkpoint = checkpoint();
    options.resume = true;
    for (runs_ = 1;; ++runs_) {
      std::stop_source stop;
      TrainProgress progress;
      progress.on_batch = [&, done = 0](const BatchReport&) mutable {
        if (++done == batches) stop.request_stop();
      };
      options.stop = stop.get_token();
      try {
        const std::string bytes = train(options, progress);
        std::filesystem::remove(checkpoint());
        return bytes;
      } catch (const Stopped&) {
        EXPECT_TRUE(has_checkpoint());
      }
    }
  }

  /// Expects the same from a training as from one in pieces.
  template <class Train>
  void expect_resumes(const TrainOptions& options, Train&& train) {
    const std::string whole = train(options, TrainProgress{});
    // In the middle of epochs, and at their ends.
    for (const int batches : {1, 2, 5}) {
      EXPECT_EQ(in_pieces(options, batches, train), whole) << batches;
      EXPECT_GT(runs_, 2);
    }
  }

  int runs_ = 0;
  test::TemporaryDirectory directory_;
};

std::string parser_bytes(const TrainOptions& options, const TrainProgress& progress) {
  return train(training(), dev(), options, progress).parser.bytes();
}

TEST_F(Stop, AParserContinuesAsIfNothingHadHappened) {
  expect_resumes(linear(), parser_bytes);
  TrainOptions beam = linear();
  beam.fast = false;
  beam.batch = 1;
  beam.epochs = 1;
  EXPECT_EQ(in_pieces(beam, 15, parser_bytes), parser_bytes(beam, {}));
}

TEST_F(Stop, AParserWithoutDevelopmentDataContinues) {
  expect_resumes(linear(), [](const TrainOptions& options, const TrainProgress& progress) {
    return train(training(), {}, options, progress).parser.bytes();
  });
}

TEST_F(Stop, NetworksContinue) {
  expect_resumes(network(ScorerKind::kFeedForward), parser_bytes);
  expect_resumes(network(ScorerKind::kRecurrent), parser_bytes);
}

TEST_F(Stop, ATaggerContinues) {
  expect_resumes(network(ScorerKind::kRecurrent),
                 [](const TrainOptions& options, const TrainProgress& progress) {
                   return train_tagger(training(), dev(), options, progress).bytes();
                 });
}

TEST_F(Stop, AJointParserContinues) {
  TEST_NEEDS_ONE_THREAD();
  TrainOptions options = linear();
  options.joint = true;
  const auto train = [](const TrainOptions& of_parser, const TrainProgress& progress) {
    // Only the parser has a checkpoint.
    TrainProgress of_parts;
    of_parts.on_batch = [&](const BatchReport& report) {
      if (progress.on_batch && report.stage.part == TrainingPart::kParser) {
        progress.on_batch(report);
      }
    };
    return train_joint(training(), dev(), of_parser, 2, of_parts).training.parser.bytes();
  };
  EXPECT_EQ(in_pieces(options, 7, train), train(options, {}));
  EXPECT_GT(runs_, 1);
}

TEST_F(Stop, TheReportsOfEpochsAreThoseOfAWholeTraining) {
  const auto reports = [this](const std::function<void(std::stop_source&)>& on_batch) {
    TrainOptions options = linear();
    options.checkpoint = checkpoint();
    options.resume = true;
    std::stop_source stop;
    options.stop = stop.get_token();
    TrainProgress progress;
    progress.on_batch = [&](const BatchReport&) { on_batch(stop); };
    return train(training(), dev(), options, progress).epochs;
  };
  const auto whole = reports([](std::stop_source&) {});
  int batches = 0;
  const auto stop_in_second = [&](std::stop_source& stop) {
    if (++batches == 8) stop.request_stop();
  };
  // Each of five batches has eight sentences.
  EXPECT_EQ(test::message_of([&] { reports(stop_in_second); }),
            "stopped after 1 epoch and 24 of 40 sentences of the next");
  const auto resumed = reports(stop_in_second);
  ASSERT_EQ(resumed.size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(resumed[i].resumed, i == 0);
    EXPECT_EQ(resumed[i].counts.sentences, 40U);
    EXPECT_EQ(resumed[i].counts.updates, whole[i].counts.updates);
    EXPECT_EQ(resumed[i].counts.loss, whole[i].counts.loss);
    EXPECT_GT(resumed[i].train_seconds, 0);
  }
}

TEST_F(Stop, SavesNothingIfNothingIsDone) {
  TrainOptions options = linear();
  options.stop = already_stopped();
  options.checkpoint = checkpoint();
  EXPECT_EQ(test::message_of([&] { parser_bytes(options, {}); }), "stopped after 0 epochs");
  EXPECT_FALSE(has_checkpoint());
  // How far a training is that cannot be resumed says little.
  options.checkpoint.clear();
  EXPECT_EQ(test::message_of([&] { parser_bytes(options, {}); }), "stopped");
}

TEST_F(Stop, AnEnsembleKeepsWhatItsMembersHaveDone) {
  EnsembleOptions options;
  const auto bytes = [&](std::stop_source stop, std::size_t stop_after) {
    TrainOptions others = linear();
    others.stop = stop.get_token();
    options.members = ensemble_members("3", others);
    options.votes.threads = 2;
    TrainProgress progress;
    progress.on_epoch = [&, seen = std::size_t{0}](const EpochReport& report) mutable {
      if (!report.resumed && ++seen == stop_after) stop.request_stop();
    };
    return train_ensemble(training(), dev(), options, progress).parser.bytes();
  };
  const std::string whole = bytes({}, 0);
  options.checkpoint = checkpoint();
  options.resume = true;
  EXPECT_EQ(test::message_of([&] { bytes({}, 2); }), "stopped after 0 of 3 members");
  EXPECT_TRUE(has_checkpoint(".1"));
  EXPECT_TRUE(has_checkpoint(".2"));
  EXPECT_FALSE(has_checkpoint(".3"));
  EXPECT_EQ(bytes({}, 0), whole);
}

TEST_F(Stop, APipelineStopsInEveryPart) {
  TEST_NEEDS_ONE_THREAD();
  for (const TrainingPart where : {TrainingPart::kSegmenter, TrainingPart::kTagger,
                                   TrainingPart::kPredictedTags, TrainingPart::kParser}) {
    std::stop_source stop;
    PipelineOptions options;
    options.parser = linear();
    options.parser.stop = stop.get_token();
    std::vector<TrainingPart> parts;
    TrainProgress progress;
    progress.on_stage = [&](const TrainingStage& stage) {
      parts.push_back(stage.part);
      if (stage.part == where) stop.request_stop();
    };
    EXPECT_THROW(train_pipeline(training(), dev(), options, progress), Stopped);
    EXPECT_EQ(parts.back(), where);
  }
}

TEST_F(Stop, WhatHasNoCheckpointStopsToo) {
  TrainOptions options;
  options.stop = already_stopped();
  EXPECT_THROW(train_tagger(training(), dev(), options), Stopped);
  EXPECT_THROW(jackknife_tags(training(), 2, options), Stopped);
  EXPECT_THROW(train_segmenter(training(), dev(), options), Stopped);
  CrossValidationOptions folds;
  folds.training = linear();
  folds.training.stop = already_stopped();
  EXPECT_THROW(cross_validate(training(), folds), Stopped);
}

}  // namespace
}  // namespace panarc
