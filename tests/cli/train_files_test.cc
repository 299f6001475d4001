#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/train_command.h"
#include "io/model_file.h"

// What a training reads, writes and leaves alone.

namespace panarc {
namespace {

using nlohmann::json;
using test::json_lines;
using test::run_panarc;
using test::sample_file;
using test::short_training;
using test::word_line;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using TrainFiles = test::TrainCommand;

TEST_F(TrainFiles, RemovesWhatAKilledTrainingLeft) {
  for (const char* const left : {"m.panarc-abcdef", "m.checkpoint.panarc-123456"}) {
    test::write_bytes(directory_ / left, "half a file");
    ASSERT_EQ(run(short_training() + "--resume").status, 0);
    EXPECT_FALSE(exists(left)) << left;
  }
}

TEST_F(TrainFiles, WarnsOfDevelopmentDataThatIsTrainingData) {
  const std::string train = PANARC_SOURCE_DIR "/data/sample/dev.conllu";
  std::filesystem::create_symlink(train, directory_ / "link.conllu");
  const std::string options = " --epochs 1 --features small -o $D/m";
  EXPECT_THAT(run("'" + train + "' --dev $D/link.conllu" + options).err,
              HasSubstr("is both training and development data"));
  EXPECT_THAT(
      run("'" + train + "' --dev '" PANARC_SOURCE_DIR "/data/sample/test.conllu'" + options).err,
      testing::Not(HasSubstr("is both")));
}

TEST_F(TrainFiles, ChecksTheOutputFirst) {
  const std::string input = sample_file("train") + "";
  EXPECT_EQ(run(input).status, 2);
  EXPECT_THAT(run(input).err, HasSubstr("--output is required"));
  EXPECT_EQ(run("-o $D/m").status, 2);
  const auto nowhere = run(input + "-o $D/no/such/directory");
  EXPECT_EQ(nowhere.status, 1);
  EXPECT_THAT(nowhere.out, IsEmpty());
  EXPECT_THAT(nowhere.err, HasSubstr("open for writing"));
  EXPECT_EQ(run(input + "-o $D").status, 1);
  EXPECT_EQ(run(input + "-o -").status, 2);
  EXPECT_EQ(run(input + "-o ''").status, 2);
  const auto compressed = run(input + "-o $D/m.gz");
  EXPECT_EQ(compressed.status, 2);
  EXPECT_THAT(compressed.err, HasSubstr("--output: a model is never compressed"));
  EXPECT_EQ(run(input + "-o $D/m.zst").status, 2);
  test::write_bytes(directory_ / "t.conllu", word_line("1", "0") + "\n");
  const auto itself = run("$D/t.conllu -o $D/../$(basename $D)/t.conllu");
  EXPECT_EQ(itself.status, 2);
  EXPECT_THAT(itself.err, HasSubstr("would be replaced"));
  EXPECT_EQ(file("t.conllu"), word_line("1", "0") + "\n");
}

TEST_F(TrainFiles, ReadsNoTemplatesWithoutEnd) {
  for (const char* const task : {"parse", "tag"}) {
    const auto endless = run(fmt::format(
        "'" PANARC_SOURCE_DIR "/data/sample/dev.conllu' --task {} --features /dev/zero -o $D/m",
        task));
    EXPECT_EQ(endless.status, 1);
    EXPECT_THAT(endless.err, HasSubstr("/dev/zero: found more than 1048576 bytes, expected fewer"));
  }
}

TEST_F(TrainFiles, ReadsStandardInputOnce) {
  for (const std::string arguments : {"- - -o $D/m", "- --dev - -o $D/m", "- --from - -o $D/m"}) {
    const auto result = run(arguments, word_line("1", "0") + "\n");
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr("only one of them can be standard input")) << arguments;
  }
}

TEST_F(TrainFiles, DoesNotReplaceWhatIsNoModelUnlessForced) {
  const std::string text = word_line("1", "0") + "\n";
  test::write_bytes(directory_ / "d.conllu", text);
  const std::string training = sample_file("train") + "--fast --epochs 1 -q ";
  const auto refused = run(training + "-o $D/d.conllu");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("d.conllu exists and is not a model; --force replaces it"));
  EXPECT_EQ(file("d.conllu"), text);
  EXPECT_EQ(run(training + "-o $D/d.conllu --force").status, 0);
  EXPECT_NE(file("d.conllu"), text);
  // By now it is a model; and in an empty file there is nothing to lose.
  EXPECT_EQ(run(training + "-o $D/d.conllu").status, 0);
  test::write_bytes(directory_ / "empty", "");
  EXPECT_EQ(run(training + "-o $D/empty").status, 0);
}

TEST_F(TrainFiles, NeverReplacesItsInputs) {
  const std::string text = word_line("1", "0") + "\n";
  const auto expect_kept = [&](const std::string& name, const std::string& arguments) {
    test::write_bytes(directory_ / name, text);
    const auto result = run(arguments + " --force");
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr(name + " is an input of this training")) << arguments;
    EXPECT_EQ(file(name), text) << arguments;
  };
  expect_kept("x.checkpoint", "$D/x.checkpoint -o $D/x");
  expect_kept("d", sample_file("train") + "--dev $D/d -o $D/d");
  expect_kept("d.checkpoint", sample_file("train") + "--dev $D/d.checkpoint -o $D/d");
  expect_kept("v", sample_file("train") + "--embeddings $D/v -o $D/v");
  expect_kept("f", sample_file("train") + "--features $D/f -o $D/f");
  expect_kept("g", sample_file("train") + "--features small,$D/g -o $D/g");
  const auto log = run(sample_file("train") + "-o $D/new --log $D/./new");
  EXPECT_EQ(log.status, 2);
  EXPECT_THAT(log.err, HasSubstr("new is where the training writes its model"));
  EXPECT_FALSE(exists("new"));
  ASSERT_EQ(run(short_training() + "-q").status, 0);
  std::filesystem::rename(directory_ / "m", directory_ / "n.checkpoint");
  const auto from = run(sample_file("train") + "--from $D/n.checkpoint -o $D/n");
  EXPECT_EQ(from.status, 2);
  EXPECT_THAT(from.err, HasSubstr("n.checkpoint is an input of this training"));
  EXPECT_TRUE(exists("n.checkpoint"));
}

TEST_F(TrainFiles, TakesNamesThatAreNotUtf8) {
  const std::string name = "m\xFFodel";
  test::write_bytes(directory_ / "t\xFF.conllu", word_line("1", "0", "root") + "\n");
  const auto result = run("\"$D/t\xFF.conllu\" -q --json --epochs 1 -o \"$D/" + name + "\"");
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(json_lines(result.out).back()["model"].get<std::string>(), HasSubstr("m\uFFFDodel"));
  EXPECT_TRUE(exists(name));
  const auto about = run_panarc(directory_, "info --json \"$D/" + name + "\"");
  ASSERT_EQ(about.status, 0) << about.err;
  EXPECT_EQ(json::parse(about.out)["training"]["training"]["files"], json({"t\uFFFD.conllu"}));
}

TEST_F(TrainFiles, LeavesAnOldModelAloneIfSomethingGoesWrong) {
  test::write_bytes(directory_ / "m", "old");
  EXPECT_EQ(run("--force -o $D/m", word_line("1", "7") + "\n").status, 2);
  EXPECT_EQ(run("- --force -o $D/m", word_line("1", "7") + "\n").status, 1);
  const auto missing = run("$D/missing.conllu --force -o $D/m");
  EXPECT_EQ(missing.status, 1);
  EXPECT_THAT(missing.err, Not(HasSubstr("nothing is scored")));
  EXPECT_EQ(file("m"), "old");
}

TEST_F(TrainFiles, ReportsCheckpoints) {
  const auto none = run(short_training() + "--resume");
  EXPECT_EQ(none.status, 0);
  EXPECT_THAT(none.err, HasSubstr("starts afresh"));
  test::write_bytes(directory_ / "m.checkpoint", "nonsense");
  const auto bad = run(short_training() + "--resume");
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.err, HasSubstr("m.checkpoint: is not a panarc model"));
  const auto kept = run(short_training());
  EXPECT_EQ(kept.status, 2);
  EXPECT_THAT(kept.err, HasSubstr("m.checkpoint exists and is not a checkpoint"));
  EXPECT_EQ(file("m.checkpoint"), "nonsense");
  EXPECT_EQ(run(short_training() + "--force").status, 0);
  EXPECT_FALSE(exists("m.checkpoint"));
}

TEST_F(TrainFiles, KeepsTheCheckpointOfAnInterruptedTraining) {
  ModelFileWriter state;
  state.add("training", "the state of a training");
  state.write(directory_ / "m.checkpoint");
  const auto kept = run(short_training());
  EXPECT_EQ(kept.status, 2);
  EXPECT_THAT(kept.err, HasSubstr("m.checkpoint was left by an interrupted training; use --resume "
                                  "to continue it, or --force to start again"));
  EXPECT_EQ(file("m.checkpoint"), state.bytes());
  ASSERT_EQ(run(short_training() + "--force").status, 0);
  EXPECT_FALSE(exists("m.checkpoint"));
  // A model may be called like a checkpoint.
  std::filesystem::rename(directory_ / "m", directory_ / "m.checkpoint");
  const auto model = run(short_training());
  EXPECT_EQ(model.status, 2);
  EXPECT_THAT(model.err, HasSubstr("m.checkpoint exists and is not a checkpoint"));
  EXPECT_TRUE(exists("m.checkpoint"));
}

}  // namespace
}  // namespace panarc
