#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/sample_command.h"
#include "support/groups.h"

namespace panarc {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class PipelineCommands : public test::SampleCommand {
 protected:
  PipelineCommands() : SampleCommand("--pipeline --fast --epochs 4 --jackknife 2 -o $D/m") {}
};

TEST_F(PipelineCommands, TrainFromTextToTrees) {
  const auto trained = train("");
  ASSERT_EQ(trained.status, 0) << trained.err;
  EXPECT_THAT(trained.out, HasSubstr("sentences"));
  EXPECT_THAT(trained.out, HasSubstr("UPOS"));
  EXPECT_THAT(trained.out, HasSubstr("dev LAS"));

  const std::string text = "The children were playing.\nIt rained, didn't it?\n";
  const auto parsed = run("parse $D/m --text", text);
  ASSERT_EQ(parsed.status, 0) << parsed.err;
  EXPECT_THAT(parsed.out, HasSubstr("# text = The children were playing."));
  EXPECT_THAT(parsed.out, HasSubstr("\tplay\tVERB\t"));
  EXPECT_THAT(parsed.out, HasSubstr("\troot\t"));
  EXPECT_EQ(run("parse $D/m --text --threads 2", text).out, parsed.out);

  // The parts one after the other come to the same.
  test::write_bytes(directory_ / "text", text);
  ASSERT_EQ(run("tokenize $D/m $D/text -o $D/1").status, 0);
  ASSERT_EQ(run("tag $D/m $D/1 -o $D/2").status, 0);
  EXPECT_EQ(run("parse $D/m $D/2").out, parsed.out);
  EXPECT_EQ(run("parse $D/m $D/1").out, parsed.out) << "tags that are missing are filled";
}

TEST_F(PipelineCommands, ACardGoesIntoTheModel) {
  TEST_TAKES_LONG();
  const auto trained =
      train("--json --log $D/log --test " + sample("test") + "--licence MIT --about Sample");
  ASSERT_EQ(trained.status, 0) << trained.err;
  EXPECT_EQ(test::read_bytes(directory_ / "log"), trained.out);
  for (const char* const part : {"segmenter", "tagger", "parser"}) {
    EXPECT_THAT(trained.out, HasSubstr(fmt::format("{{\"part\":\"{}\",", part)));
  }
  EXPECT_THAT(trained.out, HasSubstr("\n{\"model\":")) << "the summary is of the whole";
  const json card = json::parse(run("info --json $D/m").out)["card"];
  EXPECT_EQ(card["licence"], "MIT");
  EXPECT_EQ(card["scored_on"], "test.conllu");
  EXPECT_GT(card["from_text"]["LAS"].get<double>(), 50);
  // How fast it is depends on the machine, so the model does not say.
  const json summary = json::parse(trained.out.substr(trained.out.rfind("{\"model\":")));
  EXPECT_GT(summary["words_per_second"], 0);
  EXPECT_FALSE(card.contains("words_per_second"));
  EXPECT_FALSE(card.contains("date"));
  const std::string model = test::read_bytes(directory_ / "m");
  ASSERT_EQ(train("--test " + sample("test") + "--licence MIT --about Sample --threads 1").status,
            0);
  EXPECT_TRUE(test::read_bytes(directory_ / "m") == model) << "the clock is not part of a model";
  ASSERT_EQ(run("parse $D/m " + sample("test") + "-o $D/gold-tags").status, 0);
  const json scores = json::parse(run("eval --json " + sample("test") + "$D/gold-tags").out);
  EXPECT_EQ(scores["UPOS"].get<double>(), 100) << "tags that are there stay";
}

TEST_F(PipelineCommands, TextNeedsASegmenter) {
  ASSERT_EQ(
      run("train " + sample("train") + "--fast --epochs 2 -q --several-roots -o $D/parser").status,
      0);
  const auto refused = run("parse $D/parser --text", "It rains.");
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("--pipeline"));
  const auto by_rules = run("parse $D/parser --text --language en", "It rains. Why?");
  EXPECT_EQ(by_rules.status, 0) << by_rules.err;
  EXPECT_THAT(by_rules.out, HasSubstr("# sent_id = 2"));
  EXPECT_THAT(by_rules.err, HasSubstr("no UPOS"));
  EXPECT_THAT(by_rules.err, HasSubstr("panarc tag"));
  EXPECT_EQ(run("parse $D/parser --language en", "It rains.").status, 2);
}

TEST_F(PipelineCommands, PlainTextInPlaceOfATreebankIsRecognised) {
  ASSERT_EQ(run("train " + sample("train") + "--fast --epochs 1 -q -o $D/parser").status, 0);
  const auto refused = run("parse $D/parser", "It rains.\nWe stay at home.\n");
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("plain text"));
}

TEST_F(PipelineCommands, AScriptTrainsThemForFoldersOfTreebanks) {
  TEST_TAKES_LONG();
  const std::string command = fmt::format(
      "MODELS='{0}models' PANARC='{1}' '{2}/scripts/train-models' '{2}/data/sample' -- --fast "
      "--epochs 1 --jackknife 2 -q",
      directory_ / "", PANARC_COMMAND, PANARC_SOURCE_DIR);
  ASSERT_EQ(std::system((command + " >/dev/null").c_str()), 0);
  const json card = json::parse(run("info --json $D/models/sample.model").out)["card"];
  EXPECT_EQ(card["about"], "Trained on sample.");
  EXPECT_GT(card["from_text"]["UPOS"].get<double>(), 50);
  const std::string model = test::read_bytes(directory_ / "models/sample.model");
  ASSERT_EQ(std::system((command + " >/dev/null").c_str()), 0);
  EXPECT_EQ(test::read_bytes(directory_ / "models/sample.model"), model);
}

TEST_F(PipelineCommands, OptionsThatMakeNoSenseAreRefused) {
  for (const char* const arguments : {"--task tag", "--from $D/m", "--tagger feed-forward"}) {
    const auto refused = train(arguments);
    EXPECT_EQ(refused.status, 2) << arguments;
    EXPECT_THAT(refused.err, Not(HasSubstr("internal"))) << arguments;
  }
  EXPECT_EQ(run("train " + sample("train") + "--tagger linear -o $D/m").status, 2);
  EXPECT_EQ(run("train " + sample("train") + "--pipeline --jackknife 1 -o $D/m").status, 2);
  expect_refused(train("--features -"), "more than once");
  expect_refused(train("--log $D/m"), "--log");
}

TEST_F(PipelineCommands, WarnIfNothingIsSaidOfSpaces) {
  const std::string training = "--pipeline --fast --epochs 1 --max-words 5 --jackknife 2 -o $D/m";
  ASSERT_EQ(run("convert " + sample("train") + "--to conllx -o $D/x.conllx").status, 0);
  EXPECT_THAT(run("train $D/x.conllx " + training).err, HasSubstr("SpaceAfter=No"));
  EXPECT_THAT(run("train " + sample("train") + training).err, Not(HasSubstr("SpaceAfter=No")));
  const auto empty = run("train /dev/null " + training);
  EXPECT_EQ(empty.status, 1);
  EXPECT_THAT(empty.err, HasSubstr("/dev/null: there is no sentence to train on"));
}

TEST_F(PipelineCommands, WhatIsNotAParserIsKeptByFurtherTrainings) {
  TEST_TAKES_LONG();
  ASSERT_EQ(train("-q --about Sample").status, 0);
  const std::string text = "The children were playing.";
  const std::string further = "train " + sample("train") + "--epochs 1 -q ";
  const auto trained = run(further + "--from $D/m -o $D/further");
  ASSERT_EQ(trained.status, 0) << trained.err;
  EXPECT_THAT(run("parse $D/further --text", text).out, HasSubstr("\tplay\tVERB\t"));
  EXPECT_FALSE(json::parse(run("info --json $D/further").out).contains("card"));
  ASSERT_EQ(run(further + "--fast -o $D/parser").status, 0);
  const auto combined =
      run("combine $D/parser $D/m $D/further --dev " + sample("dev") + "-q -o $D/votes");
  ASSERT_EQ(combined.status, 0) << combined.err;
  EXPECT_THAT(run("parse $D/votes --text", text).out, HasSubstr("\tplay\tVERB\t"));
}

}  // namespace
}  // namespace panarc
