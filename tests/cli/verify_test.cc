#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/run_command.h"

namespace panarc {
namespace {

using testing::HasSubstr;

TEST(VerifyCommand, PrintsALineASystem) {
  const test::TemporaryDirectory directory;
  const auto result = test::run_panarc(directory, "verify --max-length 2");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 10);
  EXPECT_THAT(result.out, HasSubstr("covington"));
  EXPECT_THAT(result.out, testing::Not(HasSubstr("DIFFERENT")));
}

TEST(VerifyCommand, SpeaksJson) {
  const test::TemporaryDirectory directory;
  const auto result =
      test::run_panarc(directory, "verify --system swap --max-length 2 --json --golds 5 --seed 7");
  const auto json = nlohmann::json::parse(result.out);
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0]["system"], "swap");
  EXPECT_TRUE(json[0]["counter_example"].is_null());
  EXPECT_GT(json[0]["comparisons"].get<int>(), 0);
}

TEST(VerifyCommand, SaysNothingQuietlyIfAllAgree) {
  const test::TemporaryDirectory directory;
  const auto result = test::run_panarc(directory, "verify --quiet --max-length 2");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out + result.err, "");
}

TEST(VerifyCommand, RefusesUnknownSystemsAndLengths) {
  const test::TemporaryDirectory directory;
  EXPECT_EQ(test::run_panarc(directory, "verify --system arc-lazy").status, 2);
  EXPECT_EQ(test::run_panarc(directory, "verify --golds 0").status, 2);
  EXPECT_EQ(test::run_panarc(directory, "verify --golds -1").status, 2);
  EXPECT_EQ(test::run_panarc(directory, "verify --max-length 0").status, 2);
  EXPECT_EQ(test::run_panarc(directory, "verify --seed 99999999999999999999").status, 2);
}

TEST(Command, SaysWhenItsResultsCannotBeWritten) {
  const test::TemporaryDirectory directory;
  for (const std::string command : {"completion bash", "--help", "verify --max-length 1"}) {
    for (const std::string output : {" >/dev/full", " >&-"}) {
      EXPECT_EQ(test::run_panarc(directory, command + output + "; exit $?; :").status, 1)
          << command << output;
    }
  }
}

TEST(Command, DoesNotWriteMessagesIntoItsOutputWhenStandardErrorIsClosed) {
  const test::TemporaryDirectory directory;
  const std::string good = test::sentence_text(Heads{kNoHead, 0});
  test::write_bytes(directory / "in.conllu", "broken\n\n" + good);
  const auto result = test::run_panarc(
      directory, "convert $D/in.conllu --on-error skip -o $D/out.conllu 2>&-; exit $?; :");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(test::read_bytes(directory / "out.conllu"), good);
}

TEST(Command, KnowsItsVersionAndWrongUsage) {
  const test::TemporaryDirectory directory;
  EXPECT_THAT(test::run_panarc(directory, "--version").out, testing::StartsWith("panarc "));
  EXPECT_EQ(test::run_panarc(directory, "").status, 2);
  EXPECT_EQ(test::run_panarc(directory, "frobnicate").status, 2);
  EXPECT_EQ(test::run_panarc(directory, "--help").status, 0);
  EXPECT_EQ(test::run_panarc(directory, "--nonsense").err,
            "panarc: unknown option --nonsense (see panarc --help)\n");
}

TEST(Command, SuggestsWhatWasMeant) {
  const test::TemporaryDirectory directory;
  EXPECT_EQ(test::run_panarc(directory, "trian x -o m").err,
            "panarc: there is no command trian; did you mean train? (see panarc --help)\n");
  EXPECT_EQ(test::run_panarc(directory, "frobnicate").err,
            "panarc: there is no command frobnicate (see panarc --help)\n");
  EXPECT_EQ(test::run_panarc(directory, "eval a b c").err,
            "panarc: unexpected argument c (see panarc eval --help)\n");
  EXPECT_EQ(test::run_panarc(directory, "parse m --beam").err,
            "panarc: --beam needs a value (see panarc parse --help)\n");
  EXPECT_EQ(test::run_panarc(directory, "parse m --beam 1 --beam 2").err,
            "panarc: --beam is given more than once (see panarc parse --help)\n");
  EXPECT_EQ(test::run_panarc(directory, "train").err,
            "panarc: TRAIN is required (see panarc train --help)\n");
}

TEST(Command, HasHelpAsACommandToo) {
  const test::TemporaryDirectory directory;
  for (const std::string command : {"train", "parse", ""}) {
    const auto help = test::run_panarc(directory, "help " + command);
    EXPECT_EQ(help.status, 0);
    EXPECT_EQ(help.out, test::run_panarc(directory, command + " --help").out);
    EXPECT_THAT(help.out, HasSubstr("Usage: panarc " + command));
  }
  EXPECT_EQ(test::run_panarc(directory, "help trian").status, 2);
}

}  // namespace
}  // namespace panarc
