#include "train/calibrate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "panarc/error.h"
#include "parse/model_parser.h"
#include "train/training.h"

namespace panarc {
namespace {

using test::options_of;

Model small_model(std::string_view strategy) {
  TrainingPlan options = options_of("arc-eager", strategy);
  options.epochs = 2;
  return train_model(test::sample("train"), {}, options);
}

struct Outcome {
  double confidence = 0;
  bool right = false;
};

std::vector<Outcome> outcomes(const Model& model, const std::string& part) {
  ModelParser parser(model);
  std::vector<Outcome> all;
  for (const Sentence& gold : test::sample(part)) {
    parser.read(gold);
    const Parse& parse = parser.find(gold, {.evidence = true}).front();
    const LabeledTree tree = parser.tree_of(parse);
    const std::vector<double> confidence = parser.confidence(parse);
    for (Node word = 1; word <= gold.size(); ++word) {
      const auto index = static_cast<std::size_t>(word);
      const bool right =
          tree.heads[index] == gold.head(word) && tree.labels[index] == gold.deprel(word);
      all.push_back({confidence[index], right});
    }
  }
  return all;
}

TEST(Calibrate, ConfidenceIsHowOftenArcsAreRight) {
  Team team(1);
  for (const char* strategy : {"greedyn", "early"}) {
    const Model plain = small_model(strategy);
    EXPECT_FALSE(plain.calibration());
    const Model model = plain.with_calibration(calibrate(plain, test::sample("dev"), team));
    ASSERT_TRUE(model.calibration());
    const std::vector<Outcome> all = outcomes(model, "test");
    double expected = 0;
    double right = 0;
    double sure = 0;
    double sure_and_right = 0;
    for (const Outcome& outcome : all) {
      ASSERT_GT(outcome.confidence, 0);
      ASSERT_LT(outcome.confidence, 1);
      expected += outcome.confidence;
      right += outcome.right ? 1 : 0;
      if (outcome.confidence < 0.9) continue;
      ++sure;
      sure_and_right += outcome.right ? 1 : 0;
    }
    const auto count = static_cast<double>(all.size());
    EXPECT_NEAR(expected / count, right / count, 0.06) << strategy;
    EXPECT_GT(sure, count / 5);
    EXPECT_GT(sure_and_right / sure, right / count + 0.03);
  }
}

TEST(Calibrate, TheNumberOfThreadsDoesNotMatter) {
  const Model model = small_model("early");
  Team one(1);
  Team three(3);
  EXPECT_EQ(calibrate(model, test::sample("dev"), one)->json(),
            calibrate(model, test::sample("dev"), three)->json());
}

TEST(Calibrate, HeadsAreEnoughWithoutLabels) {
  TrainingPlan options = options_of("arc-eager", "greedyn");
  options.epochs = 2;
  options.model.labels = LabelMode::kNone;
  const Model model = train_model(test::sample("train"), {}, options);
  Team team(1);
  EXPECT_TRUE(calibrate(model, test::sample("dev"), team));
}

TEST(Calibrate, NeedsSomethingToGoBy) {
  Team team(1);
  EXPECT_FALSE(calibrate(small_model("greedyn"), test::sample("dev", 2), team));
}

TEST(Calibrate, WhatIsGivenIsCertain) {
  Team team(1);
  const Model plain = small_model("early");
  const Model model = plain.with_calibration(calibrate(plain, test::sample("dev"), team));
  ModelParser parser(model);
  const Sentence sentence = test::sample("test", 1).front();
  std::vector<KnownWord> known = nothing_known(sentence);
  known[2] = known_word(sentence, 2, KnownFrom::kColumns);
  parser.read(sentence);
  const Parse& parse = parser.find(sentence, {.evidence = true}, known).front();
  EXPECT_EQ(parser.confidence(parse, known)[2], 1);
  EXPECT_LT(parser.confidence(parse, known)[1], 1);
}

TEST(Calibration, ComesBackFromItsText) {
  const Calibration calibration(2.5, {1, -2, 0.125, 0, 3, 0.5});
  EXPECT_EQ(Calibration::from_json(calibration.json()).json(), calibration.json());
  for (const char* text : {"", "{}", "[1]", R"({"scale":0,"weights":[1,2,3,4,5,6]})",
                           R"({"scale":1,"weights":[1,2]})", R"({"scale":1,"weights":"x"})"}) {
    EXPECT_THROW(Calibration::from_json(text), Error) << text;
  }
}

}  // namespace
}  // namespace panarc
