#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/run_command.h"

namespace panarc {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

class CrossValidate : public testing::Test {
 protected:
  [[nodiscard]] test::CommandResult run(const std::string& arguments) const {
    return test::run_panarc(directory_, "crossvalidate '" PANARC_SOURCE_DIR
                                        "/data/sample/dev.conllu' --fast --epochs 2 " +
                                            arguments);
  }

  test::TemporaryDirectory directory_;
};

TEST_F(CrossValidate, PrintsAndWritesFolds) {
  const auto result = run("--folds 3 -o $D/parsed.conllu");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("fold  training  sentences  words"));
  EXPECT_THAT(result.out, testing::ContainsRegex("LAS [0-9.]+ ± [0-9.]+ .standard deviation"));
  EXPECT_THAT(result.err, HasSubstr("panarc: fold 3 of 3: LAS "));
  const auto scores = test::run_panarc(
      directory_, "eval --json '" PANARC_SOURCE_DIR "/data/sample/dev.conllu' $D/parsed.conllu");
  const auto again = json::parse(run("--folds 3 --json -q").out);
  EXPECT_EQ(again["folds"].size(), 3);
  EXPECT_EQ(again["all"]["LAS"], json::parse(scores.out)["LAS"]);
  EXPECT_GT(again["spread"]["LAS"]["deviation"], 0);
}

TEST_F(CrossValidate, WarnsOnceOfOptionsThatMakeParsersWorse) {
  const std::string local = "--folds 2 --strategy greedy --beam 4 ";
  const std::string warnings = run(local).err;
  const std::size_t first = warnings.find("panarc: warning: the strategy is local");
  EXPECT_NE(first, std::string::npos) << warnings;
  EXPECT_EQ(warnings.find("warning", first + 20), std::string::npos) << warnings;
  EXPECT_THAT(run(local + "-q").err, IsEmpty());
}

TEST_F(CrossValidate, DoesNotWriteOverItsInput) {
  const std::string text = test::read_bytes(PANARC_SOURCE_DIR "/data/sample/test.conllu");
  test::write_bytes(directory_ / "a.conllu", text);
  std::filesystem::create_hard_link(directory_ / "a.conllu", directory_ / "b.conllu");
  const auto result = run("$D/a.conllu -o $D/b.conllu");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("a.conllu is an input, and would be replaced"));
  EXPECT_EQ(test::read_bytes(directory_ / "a.conllu"), text);
  EXPECT_EQ(run("$D/a.conllu --folds 2 -q --force -o $D/b.conllu").status, 0);
  EXPECT_NE(test::read_bytes(directory_ / "b.conllu"), text);
}

TEST_F(CrossValidate, RefusesWrongUsage) {
  EXPECT_EQ(run("--folds 1").status, 2);
  EXPECT_EQ(run("--folds 100").status, 1);
  EXPECT_EQ(run("--span 3").status, 2);
  EXPECT_THAT(run("--folds 3 -q --csv").err, IsEmpty());
}

}  // namespace
}  // namespace panarc
