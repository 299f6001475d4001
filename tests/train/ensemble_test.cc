#include "panarc/train.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "parse/small_ensemble.h"
#include "support/message_of.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

EnsembleOptions small_options(std::size_t threads) {
  TrainOptions common;
  common.fast = true;
  common.epochs = 2;
  EnsembleOptions options;
  options.members = ensemble_members("arc-eager,swap,arc-hybrid+right-to-left", common);
  options.votes.threads = threads;
  return options;
}

EnsembleResult train_small(const EnsembleOptions& options, const TrainProgress& progress = {}) {
  return train_ensemble(test::sample("train", 60), test::sample("dev"), options, progress);
}

double las(const Scores& scores) { return scores.percentage(Metric::kLas); }

Scores scores_of(const Parser& parser) {
  std::vector<Sentence> parsed = test::sample("test");
  for (Sentence& sentence : parsed) parser.parse(sentence);
  return evaluate(test::sample("test"), parsed);
}

TEST(EnsembleTraining, IsBetterThanTheMembers) {
  const EnsembleResult result = train_small(small_options(2));
  const double votes = las(scores_of(result.parser));
  double sum = 0;
  for (const TrainResult& member : result.members) sum += las(scores_of(member.parser));
  EXPECT_GT(votes, sum / 3 + 1);
}

TEST(EnsembleTraining, GivesTheSameForAnyNumberOfThreads) {
  EXPECT_EQ(train_small(small_options(1)).parser.bytes(),
            train_small(small_options(2)).parser.bytes());
}

TEST(EnsembleTraining, GoesOnAfterAnInterruption) {
  const std::string whole = train_small(small_options(1)).parser.bytes();
  EnsembleOptions options = small_options(1);
  options.checkpoint = testing::TempDir() + "/ensemble_checkpoint";
  struct Interruption {};
  TrainProgress progress;
  progress.on_epoch = [](const EpochReport& report) {
    if (report.stage.model == 2) throw Interruption();
  };
  EXPECT_THROW(train_small(options, progress), Interruption);
  const std::vector<std::string> files = checkpoints_of(options);
  EXPECT_TRUE(std::filesystem::exists(files[0]));
  options.resume = true;
  std::vector<std::size_t> trained;
  progress.on_epoch = [&](const EpochReport& report) {
    EXPECT_EQ(report.stage.models, 3U);
    if (!report.resumed) trained.push_back(report.stage.model);
  };
  EXPECT_EQ(train_small(options, progress).parser.bytes(), whole);
  EXPECT_THAT(trained, ElementsAre(2, 2, 3, 3));
  for (const std::string& file : files) std::filesystem::remove(file);
}

TEST(EnsembleTraining, StartsAgainWhereMoreEpochsAreAskedFor) {
  EnsembleOptions options = small_options(1);
  options.members.resize(1);
  options.checkpoint = testing::TempDir() + "/ensemble_more_epochs";
  train_small(options);
  options.resume = true;
  options.members.front().epochs = 3;
  EnsembleOptions afresh = options;
  afresh.checkpoint.clear();
  EXPECT_EQ(train_small(options).parser.bytes(), train_small(afresh).parser.bytes());
  for (const std::string& file : checkpoints_of(options)) std::filesystem::remove(file);
}

TEST(EnsembleTraining, RefusesABadMemberBeforeTheFirstIsTrained) {
  EnsembleOptions options = small_options(1);
  options.members.back().beam = 0;
  TrainProgress progress;
  progress.on_epoch = [](const EpochReport&) { FAIL(); };
  EXPECT_THROW(train_small(options, progress), OptionError);
}

TEST(Combine, SplicesEnsembles) {
  const Parser& three = test::small_ensemble();
  const std::vector<Parser> both{three, three};
  EXPECT_EQ(combine(both, {}).info().members.size(), 6U);
}

TEST(Combine, LearnsWeightsOnDevelopmentDataOnly) {
  const std::vector<Parser> members = test::small_members("arc-eager,swap");
  EXPECT_THAT(combine(members, {}).info().vote_weights.at(""), ElementsAre(1, 1));
  EXPECT_THAT(test::message_of([&] { combine(members, {}, {.weighting = VoteWeighting::kByTag}); }),
              HasSubstr("development set"));
  const auto dev = test::sample("test", 30);
  EXPECT_GT(combine(members, dev).info().vote_weights.size(), 1U);
  EXPECT_EQ(
      combine(members, dev, {.weighting = VoteWeighting::kByMember}).info().vote_weights.size(),
      1U);
}

TEST(EnsembleMembers, AreReadFromText) {
  const auto members = ensemble_members("arc-eager,swap+right-to-left+seed=7+beam=2+fast");
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members[0].system, "arc-eager");
  EXPECT_FALSE(members[0].direction);
  EXPECT_EQ(members[1].system, "swap");
  EXPECT_EQ(members[1].direction, Direction::kRightToLeft);
  EXPECT_EQ(members[1].seed, 7U);
  EXPECT_EQ(members[1].beam, 2U);
  EXPECT_TRUE(members[1].fast);
}

TEST(EnsembleMembers, MayBeNetworks) {
  const auto members = ensemble_members("recurrent+swap,scorer=recurrent+seed=2,linear");
  ASSERT_EQ(members.size(), 3U);
  EXPECT_EQ(members[0].scorer, ScorerKind::kRecurrent);
  EXPECT_EQ(members[0].system, "swap");
  EXPECT_EQ(members[1].scorer, ScorerKind::kRecurrent);
  EXPECT_EQ(members[2].scorer, ScorerKind::kLinear);
}

TEST(EnsembleMembers, TheMostAccurateAreNetworksAndOthers) {
  const auto members = ensemble_members("accurate");
  const auto networks = std::ranges::count_if(
      members, [](const TrainOptions& member) { return member.scorer == ScorerKind::kRecurrent; });
  EXPECT_GT(networks, 0);
  EXPECT_LT(networks, std::ssize(members));
  for (const TrainOptions& member : members) EXPECT_NO_THROW(CheckedOptions{member});
}

TEST(EnsembleMembers, AreCalledByWhatIsUnusualAboutThem) {
  ModelInfo info;
  info.system = "swap";
  EXPECT_EQ(member_name(info), "swap");
  info.direction = Direction::kRightToLeft;
  info.scorer = ScorerKind::kRecurrent;
  EXPECT_EQ(member_name(info), "swap, right-to-left, recurrent");
}

TEST(EnsembleMembers, KeepWhatIsTheSameForAll) {
  TrainOptions common;
  common.epochs = 3;
  for (const TrainOptions& member : ensemble_members("4", common)) EXPECT_EQ(member.epochs, 3);
  EXPECT_EQ(ensemble_members("4", common).size(), 4U);
}

TEST(EnsembleMembers, RefusesWhatIsNone) {
  for (const auto& [text, message] :
       std::vector<std::pair<std::string, std::string>>{{"", "expected a system"},
                                                        {"arc-eager,", "expected a system"},
                                                        {"arc-eagre", "arc-eagre"},
                                                        {"0", "expected 1 to"},
                                                        {"99", "expected 1 to"},
                                                        {"arc-eager+seed=x", "whole number"},
                                                        {"arc-eager+direction=up", "left-to-right"},
                                                        {"scorer=magic", "recurrent"},
                                                        {"arc-eager+colour=blue", "colour"}}) {
    EXPECT_THAT(test::message_of([&] { ensemble_members(text); }), HasSubstr(message)) << text;
  }
}

}  // namespace
}  // namespace panarc
