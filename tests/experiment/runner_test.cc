#include "experiment/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "experiment/run_folder.h"
#include "panarc/experiment.h"
#include "support/message_of.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using testing::HasSubstr;

/// An experiment whose runs are made by a script in place of panarc: it counts how often it is
/// called, and prints what `stats --json` might.
class RunnerTest : public testing::Test {
 protected:
  RunnerTest() {
    std::filesystem::create_directories(directory_ / "tb");
    test::write_bytes(directory_ / "tb/train.conllu", "text");
    write_script("echo '{\"sentences\":4,\"projective_sentences\":3}'");
    test::write_bytes(directory_ / "file.toml",
                      "title = \"T\"\ntreebanks = [\"tb\"]\n[[part]]\ntitle = \"P\"\n"
                      "command = \"stats\"\n[part.sweep]\nmax-words = [1, 2, 3]\n");
  }

  void write_script(const std::string& script) const {
    const std::string path = directory_ / "panarc.sh";
    test::write_bytes(path,
                      "#!/bin/sh\necho \"$4\" >> '" + (directory_ / "calls") + "'\n" + script);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  }
  [[nodiscard]] Experiment experiment() const {
    ExperimentSetup setup;
    setup.file = directory_ / "file.toml";
    setup.output = directory_ / "out";
    setup.executable = directory_ / "panarc.sh";
    setup.jobs = 2;
    return Experiment(setup);
  }
  /// How many commands were run.
  [[nodiscard]] long calls() const {
    const std::string lines = test::read_bytes(directory_ / "calls");
    return std::count(lines.begin(), lines.end(), '\n');
  }

  test::TemporaryDirectory directory_;
};

TEST_F(RunnerTest, MakesEveryRunOnce) {
  Experiment first = experiment();
  std::vector<std::string> finished;
  RunProgress progress;
  progress.on_run = [&](const PlannedRun& run) {
    if (run.state == RunState::kDone) finished.push_back(run.setting);
  };
  EXPECT_EQ(first.seconds_left(), std::nullopt);
  EXPECT_TRUE(first.run(progress));
  EXPECT_EQ(calls(), 3);
  EXPECT_THAT(finished, testing::UnorderedElementsAre("max-words=1", "max-words=2", "max-words=3"));
  EXPECT_EQ(first.seconds_left(), 0);
  Experiment again = experiment();
  EXPECT_EQ(again.runs()[0].state, RunState::kDone);
  EXPECT_TRUE(again.run());
  EXPECT_EQ(calls(), 3);
  const ExperimentResult result = again.result();
  ASSERT_EQ(result.parts.size(), 1U);
  EXPECT_EQ(result.parts[0].planned, 3U);
  ASSERT_EQ(result.parts[0].runs.size(), 3U);
  EXPECT_EQ(result.parts[0].runs[1].setting, "max-words=2");
  EXPECT_EQ(result.parts[0].runs[1].figures.at("projective_percent"), 75);
}

TEST_F(RunnerTest, MakesAgainWhatDependsOnOtherData) {
  EXPECT_TRUE(experiment().run());
  test::write_bytes(directory_ / "tb/train.conllu", "other text");
  EXPECT_EQ(experiment().runs()[0].state, RunState::kWaiting);
  EXPECT_TRUE(experiment().run());
  EXPECT_EQ(calls(), 6);
}

TEST_F(RunnerTest, ReportsWhatFailsAndGoesOn) {
  write_script("[ \"$4\" = 2 ] && { echo 'panarc: no such thing' >&2; exit 1; }\necho '{}'");
  Experiment failing = experiment();
  EXPECT_FALSE(failing.run());
  EXPECT_EQ(calls(), 3);
  EXPECT_EQ(failing.runs()[1].state, RunState::kFailed);
  EXPECT_EQ(failing.runs()[1].message, "stats ended with status 1: no such thing");
  EXPECT_EQ(failing.result().parts[0].runs.size(), 2U);
  write_script("echo '{}'");
  EXPECT_TRUE(experiment().run());
  EXPECT_EQ(calls(), 4) << "what did not fail is not made again";
}

TEST_F(RunnerTest, EndsItsProcessesWhenACallbackThrows) {
  write_script("exec sleep 600");
  RunProgress progress;
  progress.on_run = [](const PlannedRun& /*run*/) { throw Error("enough"); };
  EXPECT_EQ(test::message_of([&] { experiment().run(progress); }), "enough");
  write_script("echo '{}'");
  EXPECT_TRUE(experiment().run()) << "the lock is free, and nothing is broken";
}

TEST_F(RunnerTest, LeavesTheFolderToOneProcess) {
  RunProgress progress;
  std::string message;
  progress.on_run = [&](const PlannedRun& run) {
    if (run.state != RunState::kRunning || !message.empty()) return;
    message = test::message_of([&] { experiment().run(); });
  };
  EXPECT_TRUE(experiment().run(progress));
  EXPECT_THAT(message, HasSubstr("another process is at work"));
}

/// A run of two steps, one of which is done.
TEST(RunFolder, GoesOnBehindTheStepsThatAreDone) {
  const test::TemporaryDirectory directory;
  panarc::Run run;
  run.planned.folder = directory / "run";
  run.fingerprint = "f";
  run.steps = {{"train", {"train"}, "train.log", {"model"}}, {"parse", {"parse"}, "out", {}}};
  const RunFolder folder(run);
  EXPECT_TRUE(folder.open().empty());
  for (const char* file : {"model", "train.log", "model.checkpoint", "out", "model.Ab12cd"}) {
    test::write_bytes(folder.path(file), "x");
  }
  folder.record({{"train", 1, 2, 3}});
  const std::vector<StepRecord> done = folder.open();
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].seconds, 2);
  EXPECT_TRUE(std::filesystem::exists(folder.path("model")));
  EXPECT_TRUE(std::filesystem::exists(folder.path("model.checkpoint")));
  EXPECT_FALSE(std::filesystem::exists(folder.path("out"))) << "it may not be whole";
  EXPECT_FALSE(std::filesystem::exists(folder.path("model.Ab12cd")));
  run.fingerprint = "g";
  EXPECT_TRUE(folder.open().empty());
  EXPECT_FALSE(std::filesystem::exists(folder.path("model.checkpoint")));
}

}  // namespace
}  // namespace panarc
