#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "panarc/error.h"
#include "panarc/train.h"
#include "support/groups.h"
#include "support/message_of.h"
#include "support/sample.h"
#include "support/systems.h"
#include "train/rules.h"
#include "train/training.h"

namespace panarc {
namespace {

using testing::HasSubstr;

/// The sample with another tag in place of every fourth.
std::vector<Sentence> with_errors(std::vector<Sentence> sentences) {
  int words = 0;
  for (Sentence& sentence : sentences) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      if (++words % 4 == 0) {
        sentence.set(word, Field::kUpos, sentence.upos(word) == "NOUN" ? "VERB" : "NOUN");
      }
    }
  }
  return sentences;
}

TrainingPlan joint_plan(std::string_view system, std::string_view strategy = "greedyn") {
  TrainingPlan plan = test::options_of(system, strategy);
  plan.joint = true;
  plan.model.features += '\n';
  plan.model.features += *built_in_templates("joint");
  return plan;
}

Model train_joint_sample(const TrainingPlan& plan, std::size_t sentences = 1000000,
                         const TrainProgress& progress = {}) {
  const auto training = test::sample("train", sentences);
  const auto dev = test::sample("dev", sentences);
  return train_model(ParserData{with_errors(training), {}, training, 0},
                     ParserData{with_errors(dev), {}, dev, 0}, plan, progress);
}

Scores joint_scores(const Model& model, std::size_t sentences = 1000000) {
  const auto gold = test::sample("test", sentences);
  const auto input = with_errors(gold);
  ModelParser parser(model);
  Scores scores;
  SentenceComparison comparison;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    Sentence parsed = input[i];
    parser.parse(parsed);
    comparison.compare(gold[i], parsed);
    scores.add(comparison);
  }
  return scores;
}

class JointTrainingOf : public testing::TestWithParam<std::string> {};

TEST_P(JointTrainingOf, CorrectsTags) {
  TEST_NEEDS_ONE_THREAD();
  const Scores scores = joint_scores(train_joint_sample(joint_plan(GetParam())));
  // 75% of the tags are right to begin with.
  EXPECT_GT(scores.percentage(Metric::kUpos), 85);
  EXPECT_GT(scores.percentage(Metric::kUas), 50);
}
INSTANTIATE_TEST_SUITE_P(Systems, JointTrainingOf, testing::ValuesIn(test::all_systems()),
                         test::name_of_parameter);

TEST(JointTraining, EveryStrategyTrainsOne) {
  TEST_NEEDS_ONE_THREAD();
  for (const std::string& name : strategy_names()) {
    TrainingPlan plan = joint_plan("arc-hybrid", name);
    plan.epochs = 3;
    EXPECT_GT(joint_scores(train_joint_sample(plan, 80), 40).percentage(Metric::kUpos), 77) << name;
  }
}

TEST(JointTraining, EveryLossAndWayOfLabelsTrainsOne) {
  TEST_NEEDS_ONE_THREAD();
  for (const LossKind loss :
       {LossKind::kPerceptron, LossKind::kPassiveAggressive, LossKind::kLikelihood}) {
    for (const LabelMode labels : {LabelMode::kJoint, LabelMode::kParallel, LabelMode::kNone}) {
      TrainingPlan plan = joint_plan("arc-eager", "earlyND");
      plan.epochs = 3;
      plan.loss.kind = loss;
      plan.loss.cost_sensitive = loss == LossKind::kPerceptron;
      plan.model.labels = labels;
      EXPECT_GT(joint_scores(train_joint_sample(plan, 80), 40).percentage(Metric::kUpos), 77)
          << kLossNames.of(loss) << ' ' << kLabelModeNames.of(labels);
    }
  }
}

TEST(JointTraining, IsTheSameForAnyNumberOfThreads) {
  TEST_NEEDS_ONE_THREAD();
  TrainingPlan plan = joint_plan("arc-eager", "maxvNDrestartSO");
  plan.epochs = 2;
  const std::string one = train_joint_sample(plan, 60).bytes();
  plan.threads = 2;
  EXPECT_EQ(train_joint_sample(plan, 60).bytes(), one);
}

TEST(JointTraining, ReadsInEitherDirection) {
  TEST_NEEDS_ONE_THREAD();
  TrainingPlan plan = joint_plan("arc-hybrid");
  plan.model.direction = Direction::kRightToLeft;
  EXPECT_GT(joint_scores(train_joint_sample(plan)).percentage(Metric::kUpos), 85);
}

TEST(JointTraining, StaticOraclesKnowTheWay) {
  TEST_NEEDS_ONE_THREAD();
  for (const char* const system : {"arc-eager", "swap"}) {
    TrainingPlan plan = joint_plan(system, "early");
    if (plan.model.system == "swap") plan.swap_oracle = SwapOracle::kEager;
    plan.strategy.reference = Strategy::Reference::kStatic;
    const Scores scores = joint_scores(train_joint_sample(plan));
    EXPECT_GT(scores.percentage(Metric::kUpos), 85) << system;
    EXPECT_GT(scores.percentage(Metric::kUas), 50) << system;
  }
}

TEST(JointTraining, WordsWithoutATagMayHaveAny) {
  TEST_NEEDS_ONE_THREAD();
  auto training = test::sample("train", 60);
  for (Sentence& sentence : training) {
    for (Node word = 1; word <= sentence.size(); word += 3) sentence.set(word, Field::kUpos, "_");
  }
  const Model model =
      train_model(ParserData{with_errors(test::sample("train", 60)), {}, training, 0}, {},
                  joint_plan("arc-eager", "earlyND"));
  EXPECT_GT(joint_scores(model, 40).percentage(Metric::kUpos), 70);
}

TEST(JointTraining, NeedsTags) {
  TEST_NEEDS_ONE_THREAD();
  auto training = test::sample("train", 5);
  for (Sentence& sentence : training) {
    for (Node word = 1; word <= sentence.size(); ++word) sentence.set(word, Field::kUpos, "_");
  }
  EXPECT_THAT(test::message_of([&] {
                train_model(ParserData{training, {}, training, 0}, {}, joint_plan("arc-eager"));
              }),
              HasSubstr("no word of the training data has a tag"));
}

TEST(JointTraining, GoesOnAsIfNothingHadHappened) {
  TEST_NEEDS_ONE_THREAD();
  const test::TemporaryDirectory directory;
  TrainingPlan plan = joint_plan("arc-eager");
  plan.epochs = 3;
  const auto bytes_of = [&](const Model& model) {
    model.save(directory / "model");
    return test::read_bytes(directory / "model");
  };
  const std::string expected = bytes_of(train_joint_sample(plan, 50));
  plan.checkpoint = directory / "checkpoint";
  plan.checkpoint_seconds = 0;
  EXPECT_THROW(train_joint_sample(plan, 50, test::interrupt_after(2)), std::runtime_error);
  plan.resume = true;
  EXPECT_EQ(bytes_of(train_joint_sample(plan, 50)), expected) << "with UPOS of all epochs";
}

TEST(JointTraining, RulesOfOptions) {
  TEST_NEEDS_ONE_THREAD();
  TrainOptions options;
  options.joint = true;
  const TrainingPlan plan = plan_of(options);
  EXPECT_TRUE(plan.joint);
  EXPECT_THAT(plan.model.features, HasSubstr("t0.suffix3"));
  EXPECT_EQ(features_name(options, plan), "rich");
  options.scorer = ScorerKind::kRecurrent;
  EXPECT_THAT(test::message_of([&] { plan_of(options); }),
              HasSubstr("--task joint is for the linear scorer"));
  options = {};
  options.features = "joint";
  EXPECT_THAT(test::message_of([&] { plan_of(options); }), HasSubstr("parsers that choose tags"));
  options = {};
  options.joint = true;
  EXPECT_THAT(test::message_of([&] { train(test::sample("train", 5), {}, options); }),
              HasSubstr("train_joint()"));
}

TEST(JointTraining, SuchAModelIsNotTrainedFurtherAndDoesNotVote) {
  TEST_NEEDS_ONE_THREAD();
  TrainingPlan plan = joint_plan("arc-eager");
  plan.epochs = 1;
  const Parser parser{AnyModel(train_joint_sample(plan, 20))};
  TrainOptions options;
  options.from = parser;
  EXPECT_THAT(test::message_of([&] { plan_of(options); }), HasSubstr("only from scratch"));
  const std::vector<Parser> members{parser, parser};
  EXPECT_THAT(test::message_of([&] { combine(members, {}); }), HasSubstr("cannot vote"));
  EXPECT_THAT(test::message_of([&] { combine(members, {}, {.votes = VoteFor::kActions}); }),
              HasSubstr("cannot vote"));
}

}  // namespace
}  // namespace panarc
