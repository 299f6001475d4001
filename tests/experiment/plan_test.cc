#include "experiment/plan.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "support/message_of.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class PlanTest : public testing::Test {
 protected:
  PlanTest() {
    for (const std::string name : {"aa", "bb"}) {
      std::filesystem::create_directory(directory_ / name);
      for (const std::string part : {"train", "dev", "test"}) {
        test::write_bytes(directory_ / fmt::format("{0}/{0}-ud-{1}.conllu", name, part),
                          name + part);
      }
    }
    setup_.file = directory_ / "file.toml";
    setup_.output = directory_ / "out";
  }

  [[nodiscard]] Plan plan(const std::string& parts) const {
    const std::string head = "title = \"T\"\ntreebanks = [\"aa\", \"bb\"]\nseeds = 2\n";
    return plan_runs(parse_experiment(head + parts, setup_.file), setup_);
  }
  [[nodiscard]] std::string message_for(const std::string& parts) const {
    return test::message_of([&] { (void)plan(parts); });
  }

  test::TemporaryDirectory directory_;
  ExperimentSetup setup_;
};

TEST_F(PlanTest, HasARunForEverySettingTreebankAndSeed) {
  const Plan planned = plan("[[part]]\ntitle = \"P\"\n[part.sweep]\nbeam = [1, 8]\n");
  ASSERT_EQ(planned.runs.size(), 8U);
  const PlannedRun& first = planned.runs[0].planned;
  EXPECT_EQ(first.setting, "beam=1");
  EXPECT_EQ(first.treebank, "aa");
  EXPECT_EQ(first.seed, 1U);
  ASSERT_EQ(first.commands.size(), 3U);
  EXPECT_THAT(first.commands[0],
              HasSubstr("/aa-ud-train.conllu --dev " + (directory_ / "aa/aa-ud-dev.conllu") +
                        " --beam 1 --seed 1 --threads 1 --resume --log "));
  EXPECT_THAT(first.commands[1], StartsWith("panarc parse " + first.folder + "/model "));
  EXPECT_THAT(first.commands[2], StartsWith("panarc eval " + directory_ / "aa/aa-ud-test.conllu"));
  std::set<std::string> folders;
  std::set<std::string> fingerprints;
  for (const panarc::Run& run : planned.runs) {
    folders.insert(run.planned.folder);
    fingerprints.insert(run.fingerprint);
  }
  EXPECT_EQ(folders.size(), 8U);
  EXPECT_EQ(fingerprints.size(), 8U);
}

TEST_F(PlanTest, DoesTheSameThingOnce) {
  const Plan planned = plan(
      "[[part]]\ntitle = \"P\"\n[part.settings.a]\nbeam = 8\n"
      "[[part]]\ntitle = \"Q\"\nscore = \"UAS\"\nseeds = 1\n[part.settings.b]\nbeam = 8\n"
      "[part.settings.c]\nbeam = 4\n");
  EXPECT_EQ(planned.runs.size(), 6U);
  ASSERT_EQ(planned.parts.size(), 2U);
  ASSERT_EQ(planned.parts[1].size(), 4U);
  EXPECT_EQ(planned.parts[1][0].setting, "b");
  EXPECT_EQ(planned.parts[1][0].run, planned.parts[0][0].run);
}

TEST_F(PlanTest, FindsAFolderByItsCommandsWhateverTheSettingIsCalled) {
  const Plan before = plan("[[part]]\ntitle = \"P\"\n[part.settings.a]\nbeam = 8\n");
  for (const panarc::Run& run : before.runs)
    std::filesystem::create_directories(run.planned.folder);
  const Plan after = plan(
      "[[part]]\ntitle = \"O\"\nseeds = 1\n"
      "[[part]]\ntitle = \"P\"\n[part.settings.renamed]\nbeam = 8\n");
  EXPECT_EQ(after.runs[after.parts[1][0].run].planned.folder, before.runs[0].planned.folder);
  EXPECT_EQ(after.runs[after.parts[1][0].run].fingerprint, before.runs[0].fingerprint);
}

TEST_F(PlanTest, FingerprintsDependOnWhatIsInFiles) {
  const std::string templates = directory_ / "templates.txt";
  test::write_bytes(templates, "s0.form\n");
  const std::string part =
      "[[part]]\ntitle = \"P\"\n[part.options]\nfeatures = \"" + templates + "\"\n";
  const std::string before = plan(part).runs[0].fingerprint;
  EXPECT_EQ(plan(part).runs[0].fingerprint, before);
  test::write_bytes(templates, "s0.upos\n");
  const std::string changed = plan(part).runs[0].fingerprint;
  EXPECT_NE(changed, before);
  test::write_bytes(directory_ / "aa/aa-ud-dev.conllu", "other");
  EXPECT_NE(plan(part).runs[0].fingerprint, changed);
}

TEST_F(PlanTest, IsQuickOnTheSample) {
  setup_.quick = true;
  const Plan planned = plan(
      "[[part]]\ntitle = \"P\"\n[part.options]\nepochs = 15\nbeam = 2\n[part.quick]\nepochs = 1\n"
      "[[part]]\ntitle = \"Q\"\ncommand = \"schemes\"\n[[part]]\ntitle = \"R\"\ncommand = "
      "\"stats\"\n");
  ASSERT_EQ(planned.runs.size(), 3U);
  EXPECT_THAT(planned.runs[0].planned.commands[0],
              HasSubstr("out/sample/train.conllu --dev " + (directory_ / "out/sample/dev.conllu") +
                        " --epochs 1 --beam 2 --seed 1"));
  EXPECT_THAT(planned.runs[1].planned.commands[0], HasSubstr("--seeds 1 --seed 1 --threads 1"));
  EXPECT_THAT(planned.runs[2].planned.commands[0], HasSubstr("panarc stats "));
}

TEST_F(PlanTest, ConvertsTestDataFirst) {
  const Plan planned = plan("[[part]]\ntitle = \"P\"\n[part.test]\nprojective-only = true\n");
  const panarc::Run& run = planned.runs[0];
  ASSERT_EQ(run.steps.size(), 4U);
  EXPECT_EQ(run.gold, run.planned.folder + "/test.conllu");
  EXPECT_THAT(run.steps[0].words, ElementsAre("convert", directory_ / "aa/aa-ud-test.conllu",
                                              "--projective-only", "-o", run.gold));
  EXPECT_THAT(run.planned.commands[3], StartsWith("panarc eval " + run.gold));
}

TEST_F(PlanTest, ChecksOptionsAndNamesTheirPlace) {
  setup_.check = [](const std::vector<std::string>& words) {
    const bool found = std::find(words.begin(), words.end(), "--beem") != words.end();
    return found ? std::string("unknown option --beem; did you mean --beam?") : std::string();
  };
  EXPECT_EQ(message_for("[[part]]\ntitle = \"P\"\n[part.options]\nbeam = 8\n"), "no error");
  EXPECT_THAT(message_for("[[part]]\ntitle = \"P\"\n[part.options]\nfast = true\nbeem = 8\n"),
              testing::AllOf(HasSubstr("file.toml:8:"), HasSubstr("unknown option --beem")));
  EXPECT_THAT(message_for("[[part]]\ntitle = \"P\"\n[part.options]\nthreads = 8\n"),
              HasSubstr("found the option threads, which the runs of an experiment set"));
}

TEST_F(PlanTest, SaysWhichTreebankIsMissing) {
  EXPECT_THAT(message_for("[[part]]\ntitle = \"P\"\ntreebanks = [\"cc\"]\n"),
              HasSubstr("/cc: there is no such folder"));
  test::write_bytes(directory_ / "aa/train.conllu.gz", "");
  EXPECT_THAT(message_for("[[part]]\ntitle = \"P\"\n"), HasSubstr("expected one file for train"));
  std::filesystem::remove(directory_ / "bb/bb-ud-dev.conllu");
  EXPECT_THAT(message_for("[[part]]\ntitle = \"P\"\ntreebanks = [\"bb\"]\n"),
              HasSubstr("the treebank bb has no dev.conllu"));
  EXPECT_EQ(message_for("[[part]]\ntitle = \"P\"\ncommand = \"stats\"\ntreebanks = [\"bb\"]\n"),
            "no error");
}

}  // namespace
}  // namespace panarc
