#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "panarc/pipeline.h"
#include "support/message_of.h"
#include "support/sample.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// What is begun while tags are predicted.
struct Predicting {
  PredictionOptions options;
  TrainProgress progress;
  std::vector<TrainingPart> begun;

  Predicting() {
    options.tagger.epochs = 1;
    options.tagger.threads = 1;
    options.parts = 2;
    progress.on_stage = [this](const TrainingStage& stage) {
      if (begun.empty() || begun.back() != stage.part) begun.push_back(stage.part);
    };
  }
  PredictedTags run(const std::vector<Sentence>& training, const std::vector<Sentence>& dev) {
    return predict_tags(training, dev, options, progress);
  }
  std::string message(const std::vector<Sentence>& training, const std::vector<Sentence>& dev) {
    return test::message_of([&] { (void)run(training, dev); });
  }
};

TEST(PredictTags, FindsTagsOfAllData) {
  Predicting predicting;
  const auto training = test::sample("train", 30);
  const auto dev = test::sample("dev", 10);
  const PredictedTags tags = predicting.run(training, dev);
  EXPECT_THAT(predicting.begun, ElementsAre(TrainingPart::kTagger, TrainingPart::kPredictedTags));
  ASSERT_TRUE(tags.tagger);
  ASSERT_EQ(tags.dev.size(), dev.size());
  for (std::size_t i = 0; i < dev.size(); ++i) {
    Sentence expected = dev[i];
    tags.tagger->tag(expected);
    EXPECT_EQ(tags.dev[i].upos(1), expected.upos(1));
  }
  TrainOptions of_parts;
  of_parts.threads = 1;
  const auto jackknifed = jackknife_tags(training, 2, of_parts);
  ASSERT_EQ(tags.training.size(), jackknifed.size());
  for (std::size_t i = 0; i < jackknifed.size(); ++i) {
    EXPECT_EQ(tags.training[i].upos(1), jackknifed[i].upos(1));
  }
}

TEST(PredictTags, TrainsATaggerOnlyIfItIsNeeded) {
  Predicting predicting;
  predicting.options.needs_tagger = false;
  EXPECT_FALSE(predicting.run(test::sample("train", 10), {}).tagger);
  EXPECT_THAT(predicting.begun, ElementsAre(TrainingPart::kPredictedTags));
}

TEST(PredictTags, FindsErrorsBeforeItTrainsAnything) {
  Predicting predicting;
  const auto training = test::sample("train", 10);
  std::vector<Sentence> headless = test::sample("dev", 5);
  for (Sentence& sentence : headless) {
    for (Node word = 1; word <= sentence.size(); ++word) sentence.set_head(word, kNoHead);
  }
  EXPECT_THAT(predicting.message(training, headless), HasSubstr("no word of the development data"));
  EXPECT_THAT(predicting.message(headless, {}), HasSubstr("no word of the training data"));
  predicting.options.parts = 11;
  EXPECT_THAT(predicting.message(training, {}), HasSubstr("found 11, expected 2 to 10"));
  EXPECT_THAT(predicting.begun, IsEmpty());
}

}  // namespace
}  // namespace panarc
