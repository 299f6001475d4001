#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "cli/run_command.h"

namespace panarc {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class EnsembleCommand : public testing::Test {
 protected:
  [[nodiscard]] test::CommandResult run(const std::string& arguments) const {
    return test::run_panarc(directory_, arguments);
  }
  [[nodiscard]] static std::string sample(const std::string& part) {
    return fmt::format("'{}/data/sample/{}.conllu' ", PANARC_SOURCE_DIR, part);
  }
  [[nodiscard]] static std::string training() {
    return "train " + sample("train") + "--dev " + sample("dev") + "--fast --epochs 2 ";
  }
  void expect_refused(const std::string& arguments, const std::string& message) const {
    const auto result = run(arguments);
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr(message)) << arguments;
  }
  [[nodiscard]] json info(const std::string& model) const {
    return json::parse(run("info --json $D/" + model).out);
  }

  test::TemporaryDirectory directory_;
};

TEST_F(EnsembleCommand, TrainsOneModelOfSeveral) {
  const auto result = run(training() + "--ensemble arc-eager,swap+right-to-left -o $D/m");
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("member 1 of 2, arc-eager: "));
  EXPECT_THAT(result.out, HasSubstr("member 2 of 2, swap, right-to-left: "));
  EXPECT_THAT(result.out, HasSubstr("votes of 2: UAS "));
  EXPECT_FALSE(std::filesystem::exists(directory_ / "m.checkpoint.1"));
  const json described = info("m");
  ASSERT_EQ(described["members"].size(), 2U);
  EXPECT_EQ(described["members"][1]["parser"]["direction"], "right-to-left");
  EXPECT_GT(described["members"][0]["scores"]["LAS"].get<double>(), 50);
  EXPECT_GT(described["members"][0]["weights_by_tag"]["NOUN"].get<double>(), 0);
  EXPECT_THAT(run("info $D/m").out, HasSubstr("  2 swap, right-to-left"));
  const auto parsed = run("parse $D/m --confidence " + sample("test"));
  EXPECT_EQ(parsed.status, 0) << parsed.err;
  EXPECT_THAT(parsed.out, HasSubstr("Confidence="));
}

TEST_F(EnsembleCommand, PrintsJsonPerEpochOfEachMember) {
  const auto result = run(training() + "--ensemble 2 --threads 1 --json --log $D/log -o $D/m");
  ASSERT_EQ(result.status, 0) << result.err;
  std::istringstream lines(result.out);
  std::vector<json> all;
  for (std::string line; std::getline(lines, line);) all.push_back(json::parse(line));
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all[0]["member"], 1);
  EXPECT_EQ(all[3]["member"], 2);
  EXPECT_EQ(all[3]["epoch"], 2);
  EXPECT_EQ(all[4]["members"], 2);
  EXPECT_TRUE(all[4]["dev"].contains("LAS"));
  EXPECT_EQ(test::read_bytes(directory_ / "log"), result.out);
}

TEST_F(EnsembleCommand, CombinesModels) {
  ASSERT_EQ(run(training() + "-q -o $D/a").status, 0);
  ASSERT_EQ(run(training() + "-q --system swap -o $D/b").status, 0);
  const auto result = run("combine $D/a $D/b --dev " + sample("dev") + "-o $D/c");
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("votes of 2: UAS "));
  EXPECT_EQ(info("c")["members"].size(), 2U);
  // Without a development set, all votes are equal, and nothing is known of their worth.
  ASSERT_EQ(run("combine -q $D/a $D/b -o $D/d").status, 0);
  EXPECT_EQ(info("d")["members"][0]["weight"], 1);
  EXPECT_FALSE(info("d")["members"][0].contains("scores"));
  EXPECT_THAT(run("parse $D/d --confidence " + sample("test")).err,
              HasSubstr("does not know how far to trust"));
  expect_refused("combine $D/a $D/b --vote-weights tag -o $D/e", "--vote-weights");
}

TEST_F(EnsembleCommand, RefusesWhatMakesNoSense) {
  expect_refused("train -o $D/m", "TRAIN is required");
  expect_refused("combine -o $D/m", "MODEL is required");
  expect_refused(training() + "--ensemble arc-eagre -o $D/m", "--ensemble: found \"arc-eagre\"");
  expect_refused(training() + "--ensemble 99 -o $D/m", "expected 1 to 8");
  expect_refused(training() + "--ensemble arc-eager+beam=0 -o $D/m", "beam: found \"0\"");
  expect_refused(training() + "--vote-weights equal -o $D/m", "need --ensemble");
  expect_refused(training() + "--ensemble swap+epoch=2 -o $D/m", "did you mean epochs?");
  ASSERT_EQ(run(training() + "-q --ensemble 2 -o $D/m").status, 0);
  expect_refused(training() + "--from $D/m -o $D/n", "an ensemble cannot be trained further");
}

TEST_F(EnsembleCommand, KeepsInterruptedTrainings) {
  test::write_bytes(directory_ / "m.checkpoint.2", "something");
  expect_refused(training() + "--ensemble 2 -o $D/m", "m.checkpoint.2");
  EXPECT_EQ(run(training() + "-q --ensemble 2 --force -o $D/m").status, 0);
}

}  // namespace
}  // namespace panarc
