#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_command.h"

namespace panarc {
namespace {

using testing::HasSubstr;

class OracleCommand : public testing::Test {
 protected:
  test::CommandResult run(const std::string& arguments, std::string_view input = "") {
    return test::run_panarc(directory_, "oracle " + arguments, input);
  }

  test::TemporaryDirectory directory_;
};

TEST_F(OracleCommand, AnswersInJson) {
  const auto result =
      run("--system arc-eager --root last --heads '2 0 2' --after 'SHIFT LEFT' --json");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out,
            "{\"final\":false,\"stack\":[],\"buffer\":[2,3,0],\"heads\":[2,null,null],"
            "\"costs\":{\"SHIFT\":0}}\n");
}

TEST_F(OracleCommand, ReadsEveryNotationOfHeads) {
  const auto result =
      run("--system arc-hybrid --heads '_ 3/0 > <' --labels 'a _ b c' --json --single-root");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\"costs\":{\"SHIFT\":0}"));
}

TEST_F(OracleCommand, DrawsForAPerson) {
  const auto result = run("--system arc-eager --heads '2 0'");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("SHIFT        0  optimal"));
}

TEST_F(OracleCommand, AnswersABatchLineByLineAndGoesOnAfterABadOne) {
  const std::string_view lines =
      "{\"system\":\"arc-hybrid\",\"heads\":[0]}\n"
      "nonsense\n"
      "{\"system\":\"arc-hybrid\",\"heads\":[0],\"after\":[\"SHIFT\"]}";
  const std::string expected =
      "{\"final\":false,\"stack\":[],\"buffer\":[1,0],\"heads\":[null],\"costs\":{\"SHIFT\":0}}\n"
      "{\"error\":\"the line is not JSON\"}\n"
      "{\"final\":false,\"stack\":[1],\"buffer\":[0],\"heads\":[null],\"costs\":{\"LEFT\":0}}\n";
  EXPECT_EQ(run("--batch", lines).out, expected);
  test::write_bytes(directory_ / "queries.jsonl", lines);
  const auto from_file = run("--batch $D/queries.jsonl");
  EXPECT_EQ(from_file.out, expected);
  EXPECT_EQ(from_file.status, 0);
}

TEST_F(OracleCommand, ShowsAllDerivations) {
  const std::string tree = "--system swap --heads '2 0 2' --lattice";
  EXPECT_THAT(run(tree).out, HasSubstr("●   2  ROOT 1 2    3       LEFT → 3 ELM, SHIFT → 5\n"));
  EXPECT_THAT(run(tree + " --json").out, HasSubstr("{\"derivations\":2,\"min_swaps\":0,"));
  EXPECT_THAT(run(tree + " --json --swap-oracle nd-sw").out, HasSubstr("{\"derivations\":1,"));
  EXPECT_EQ(run(tree + " --dot -o $D/lattice.dot").out, "");
  EXPECT_THAT(test::read_bytes(directory_ / "lattice.dot"), HasSubstr("0 -> 1 "));
  EXPECT_EQ(run(tree + " --limit 8").status, 1);
  EXPECT_EQ(run(tree + " --after SHIFT").status, 2);
  EXPECT_EQ(run(tree + " --dot --json").status, 2);
  EXPECT_EQ(run("--system swap --heads '2 0 2' --dot").status, 2);
  EXPECT_EQ(run("--system covington --heads '2 0 2' --lattice").status, 1);
}

TEST_F(OracleCommand, TellsWrongUsageFromBadInput) {
  EXPECT_EQ(run("").status, 2);
  EXPECT_EQ(run("--system arc-eager").status, 2);
  EXPECT_EQ(run("--system arc-eager --heads 0 --root middle").status, 2);
  const auto unknown = run("--system arc-lazy --heads 0");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("arc-lazy"));
  EXPECT_TRUE(unknown.out.empty());
  EXPECT_EQ(run("--system arc-eager --heads x").status, 1);
  const auto no_number = run("--system arc-eager --heads '0 1/ 2'");
  EXPECT_EQ(no_number.status, 1);
  EXPECT_THAT(no_number.err, HasSubstr("--heads: item 2, \"1/\": expected a number, several "
                                       "joined by /, _, < or >"));
  EXPECT_EQ(run("--system arc-eager-span --span 0 --heads 0").status, 2);
  EXPECT_EQ(run("--batch /nonexistent/file").status, 1);
  const auto both = run("--json --batch");
  EXPECT_EQ(both.status, 2);
  EXPECT_THAT(both.err, HasSubstr("--batch cannot be used with --json"));
}

TEST_F(OracleCommand, SaysOnceThatABatchStandsAlone) {
  const std::string help = run("--help").out;
  EXPECT_THAT(help, HasSubstr("(not with\n"));
  EXPECT_THAT(help, HasSubstr(" other options)"));
  EXPECT_THAT(help, testing::Not(HasSubstr("Excludes")));
}

}  // namespace
}  // namespace panarc
