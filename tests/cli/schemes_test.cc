#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/run_command.h"

namespace panarc {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class Schemes : public testing::Test {
 protected:
  [[nodiscard]] test::CommandResult run(const std::string& arguments) const {
    return test::run_panarc(directory_, "schemes " + arguments);
  }
  [[nodiscard]] test::CommandResult run_on_sample(const std::string& arguments) const {
    return run(
        fmt::format("{0}/train.conllu --dev {0}/dev.conllu --test {0}/test.conllu "
                    "--seeds 1 --epochs 2 {1}",
                    kSample, arguments));
  }

  static constexpr const char* kSample = PANARC_SOURCE_DIR "/data/sample";

  test::TemporaryDirectory directory_;
};

TEST_F(Schemes, PrintsATableAndWhatEachMeasurePicked) {
  const auto result = run_on_sample("--rules case,det");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_THAT(result.out, HasSubstr("rule  places"));
  EXPECT_THAT(result.out, HasSubstr("\ndet "));
  EXPECT_THAT(result.out, HasSubstr("\ncase "));
  EXPECT_THAT(result.out, HasSubstr("\ntraining on both picked the better scheme for "));
  EXPECT_THAT(result.out, HasSubstr(" of 2 rules\n"));
}

TEST_F(Schemes, PrintsJsonAndDraws) {
  const auto result = run_on_sample("--rules case --json --plot $D/plot.svg");
  EXPECT_EQ(result.status, 0);
  const auto json = nlohmann::json::parse(result.out);
  const auto& rule = json.at("rules").at(0);
  EXPECT_EQ(rule.at("rule"), "case");
  EXPECT_EQ(rule.at("original").at("uas").size(), 1);
  EXPECT_GT(rule.at("p_value"), 0);
  EXPECT_EQ(rule.at("picked_by").size(), 3);
  const std::string plot = test::read_bytes(directory_ / "plot.svg");
  EXPECT_THAT(plot, testing::StartsWith("<svg "));
  EXPECT_THAT(plot, HasSubstr(">case</text>"));
  EXPECT_THAT(plot, testing::EndsWith("</svg>\n"));
}

TEST_F(Schemes, TakesABeamAndAnotherSystem) {
  const auto result = run_on_sample("--rules case --beam 2 --system arc-standard");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("\ncase "));
}

TEST_F(Schemes, SaysIfRulesApplyNowhere) {
  test::write_bytes(directory_ / "one", test::word_line("1", "0", "root") + "\n");
  const auto result = run("$D/one --dev $D/one --test $D/one");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, "the rules apply nowhere in the training data\n");
}

TEST_F(Schemes, ReportsWrongUsage) {
  EXPECT_EQ(run("train --dev dev").status, 2);
  EXPECT_EQ(run_on_sample("--rules kase").status, 2);
  EXPECT_EQ(run("train --dev - --test -").status, 2);
  EXPECT_EQ(run("$D/none --dev $D/none --test $D/none").status, 1);
  const auto plot = run_on_sample("--rules case --plot $D/none/plot.svg");
  EXPECT_EQ(plot.status, 1);
  EXPECT_THAT(plot.err, HasSubstr("none/plot.svg"));
  EXPECT_EQ(run_on_sample("--plot -").status, 2);
  test::write_bytes(directory_ / "one", test::word_line("1", "0", "root") + "\n");
  const auto input = run("$D/one --dev $D/one --test $D/one --plot $D/one");
  EXPECT_EQ(input.status, 2);
  EXPECT_THAT(input.err, HasSubstr("would be replaced"));
}

}  // namespace
}  // namespace panarc
