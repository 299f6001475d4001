#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/sample_command.h"
#include "panarc/tagger.h"
#include "support/groups.h"
#include "support/sample.h"

namespace panarc {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class TagCommand : public test::SampleCommand {
 protected:
  TagCommand() : SampleCommand("--task tag --epochs 3") {}
};

TEST_F(TagCommand, TrainsATaggerAndTags) {
  const auto trained = train("-o $D/m");
  ASSERT_EQ(trained.status, 0) << trained.err;
  EXPECT_THAT(trained.out, HasSubstr("dev UPOS"));
  EXPECT_THAT(trained.out, HasSubstr("dev LEMMA"));
  const auto tagged = run("tag $D/m " + sample("test") + "-o $D/tagged.conllu");
  ASSERT_EQ(tagged.status, 0) << tagged.err;
  const json scores = json::parse(run("eval --json " + sample("test") + "$D/tagged.conllu").out);
  EXPECT_GT(scores["UPOS"].get<double>(), 85);
  EXPECT_GT(scores["LEMMA"].get<double>(), 85);
  EXPECT_EQ(scores["LAS"].get<double>(), 100) << "trees stay as they are";
  ASSERT_EQ(run("tag $D/m --threads 2 " + sample("test") + "-o $D/other.conllu").status, 0);
  EXPECT_EQ(test::read_bytes(directory_ / "tagged.conllu"),
            test::read_bytes(directory_ / "other.conllu"));
}

TEST_F(TagCommand, TrainsANetwork) {
  const auto trained = train("--scorer recurrent --units 16 --layers 1 -o $D/m");
  ASSERT_EQ(trained.status, 0) << trained.err;
  ASSERT_EQ(run("tag $D/m " + sample("test") + "-o $D/tagged.conllu").status, 0);
  ASSERT_EQ(run("tag $D/m --threads 2 " + sample("test") + "-o $D/other.conllu").status, 0);
  EXPECT_EQ(test::read_bytes(directory_ / "tagged.conllu"),
            test::read_bytes(directory_ / "other.conllu"));
  const json tagger = json::parse(run("info --json $D/m").out)["tagger"];
  EXPECT_EQ(tagger["scorer"], "recurrent");
  EXPECT_EQ(tagger["training"]["options"]["units"], 16);
  EXPECT_EQ(tagger["training"]["options"]["epochs"], 3);
  EXPECT_TRUE(tagger["training"].contains("best_epoch"));
  expect_refused(train("--scorer recurrent --beam 4 -o $D/m"), "--beam");
  expect_refused(train("--units 16 -o $D/m"), "--units");
}

TEST_F(TagCommand, ANetworkContinuesFromItsCheckpoint) {
  TrainOptions options;
  options.scorer = ScorerKind::kRecurrent;
  options.units = 16;
  options.layers = 1;
  options.epochs = 3;
  options.checkpoint = directory_ / "m.checkpoint";
  options.checkpoint_at_end = true;
  const Tagger tagger = train_tagger(test::sample("train"), test::sample("dev"), options);
  const std::string network = "--scorer recurrent --units 16 --layers 1 --json -o $D/m ";
  expect_refused(train(network), "m.checkpoint was left by an interrupted training");
  expect_refused(train("--resume -o $D/m"), "--resume: not for linear taggers");
  const auto resumed = train(network + "--resume");
  ASSERT_EQ(resumed.status, 0) << resumed.err;
  EXPECT_THAT(resumed.out, HasSubstr("\"resumed\":true"));
  EXPECT_FALSE(std::filesystem::exists(directory_ / "m.checkpoint"));
  Sentence sentence = test::sample("test", 1).front();
  Sentence same = sentence;
  tagger.tag(sentence);
  Tagger::load(directory_ / "m").tag(same);
  for (Node word = 1; word <= sentence.size(); ++word) {
    EXPECT_EQ(same.feats(word), sentence.feats(word));
  }
}

TEST_F(TagCommand, InfoDescribesATagger) {
  ASSERT_EQ(train("-q -o $D/m").status, 0);
  const json info = json::parse(run("info --json $D/m").out);
  EXPECT_EQ(info["tagger"]["columns"], (json{"UPOS", "XPOS", "FEATS", "LEMMA"}));
  EXPECT_GT(info["tagger"]["training"]["scores"]["UPOS"].get<double>(), 85);
  EXPECT_FALSE(info.contains("parser"));
  const json& training = info["tagger"]["training"];
  EXPECT_EQ(training["options"]["epochs"], 3);
  EXPECT_EQ(training["options"]["seed"], 1);
  EXPECT_EQ(training["options"]["loss"], "perceptron");
  EXPECT_EQ(training["features"], "tags");
  EXPECT_EQ(training["models"], 5);
  EXPECT_THAT(training["best_epochs"].get<std::vector<int>>(),
              testing::AllOf(testing::SizeIs(10), testing::Each(testing::Le(3)),
                             testing::Contains(testing::Gt(1))));
  const std::string out = run("info $D/m").out;
  EXPECT_THAT(out, HasSubstr("lemma scripts"));
  EXPECT_THAT(out, testing::ContainsRegex("\n  training options\n(    .*\n)*    seed +1\n"));
  EXPECT_THAT(out, testing::ContainsRegex("\n  strategy +local"));
}

TEST_F(TagCommand, PrintsJson) {
  const auto result = train("--json --log $D/log -o $D/m");
  ASSERT_EQ(result.status, 0) << result.err;
  const json first = json::parse(result.out.substr(0, result.out.find('\n')));
  EXPECT_EQ(first["columns"], (json{"UPOS", "XPOS", "FEATS"}));
  EXPECT_EQ(test::read_bytes(directory_ / "log"), result.out);
}

TEST_F(TagCommand, ParsersAreTrainedOnPredictedTags) {
  TEST_TAKES_LONG();
  const std::string training = "train " + sample("train") + "--dev " + sample("dev") +
                               "--fast --epochs 3 --json --threads 1 ";
  const auto gold = run(training + "-o $D/gold");
  const auto predicted = run(training + "--jackknife 4 -o $D/predicted");
  ASSERT_EQ(predicted.status, 0) << predicted.err;
  const auto las = [](const test::CommandResult& result) {
    const json summary = json::parse(result.out.substr(result.out.rfind("{\"model\"")));
    return summary["dev"]["LAS"].get<double>();
  };
  EXPECT_THAT(predicted.out, testing::StartsWith("{\"part\":\"tagger\",\"model\":1,\"epoch\":1,"));
  EXPECT_THAT(predicted.out, HasSubstr("\n{\"part\":\"parser\",\"epoch\":1,"));
  EXPECT_LT(las(predicted), las(gold)) << "tags of the development data are predicted, too";
  EXPECT_GT(las(predicted), 50);
  const auto votes = run(training + "--jackknife 2 --ensemble 2 -o $D/votes");
  ASSERT_EQ(votes.status, 0) << votes.err;
  EXPECT_THAT(votes.out, HasSubstr("\n{\"part\":\"parser\",\"member\":"));
  EXPECT_EQ(run(training + "--jackknife 1000 -o $D/m").status, 2);
  EXPECT_EQ(run(training + "--jackknife 1 -o $D/m").status, 2);
}

TEST_F(TagCommand, ParsersAndTaggersAreToldApart) {
  ASSERT_EQ(train("-q -o $D/m").status, 0);
  const auto parsed = run("parse $D/m " + sample("test"));
  EXPECT_EQ(parsed.status, 1);
  EXPECT_THAT(parsed.err, HasSubstr("it is a tagger, not a parser: use it with `panarc tag`"));
  ASSERT_EQ(run("train " + sample("train") + "--fast --epochs 1 -q -o $D/parser").status, 0);
  const auto tagged = run("tag $D/parser " + sample("test"));
  EXPECT_EQ(tagged.status, 1);
  EXPECT_THAT(tagged.err, HasSubstr("there is no tagger in this model"));
}

TEST_F(TagCommand, RefusesWhatIsForParsers) {
  expect_refused(train("--system swap -o $D/m"), "--system");
  expect_refused(train("--ensemble 3 -o $D/m"), "--ensemble");
  expect_refused(train("--fast -o $D/m"), "--fast");
  expect_refused(train("--scorer feed-forward -o $D/m"), "--scorer");
}

}  // namespace
}  // namespace panarc
