#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/run_command.h"

namespace panarc {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class Stats : public testing::Test {
 protected:
  [[nodiscard]] test::CommandResult run(const std::string& arguments,
                                        std::string_view input = "") const {
    return test::run_panarc(directory_, "stats " + arguments, input);
  }

  test::TemporaryDirectory directory_;
  std::string crossing_ = test::sentence_text(Heads{kNoHead, 3, 4, 0, 3});
  std::string projective_ = test::sentence_text(Heads{kNoHead, 2, 0});
};

TEST_F(Stats, PrintsJson) {
  const auto result = run("--json", crossing_ + projective_);
  ASSERT_EQ(result.status, 0);
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["sentences"], 2);
  EXPECT_EQ(json["words"], 6);
  EXPECT_EQ(json["labels"], 2);
  EXPECT_EQ(json["projective_sentences"], 1);
  EXPECT_EQ(json["projective_arcs"], 5);
  EXPECT_EQ(json["roots"], 2);
  EXPECT_EQ(json["gap_degrees"], (nlohmann::json{{"0", 1}, {"1", 1}}));
  EXPECT_EQ(json["files"][0]["sentences"], 2);
}

TEST_F(Stats, CountsTheWordsOrTheSentencesThatAConditionSelects) {
  const auto words = [&](const std::string& arguments) {
    const auto result = run(arguments + " --json", crossing_ + projective_);
    EXPECT_EQ(result.status, 0) << result.err;
    const auto json = nlohmann::json::parse(result.out);
    return (json.contains("total") ? json["total"] : json)["words"].get<int>();
  };
  EXPECT_EQ(words("--by id"), 6);
  EXPECT_EQ(words("--by id --where 'id > 1'"), 4);
  EXPECT_EQ(words("--by id --where 'id == 4'"), 1);
  EXPECT_EQ(words("--by id --sentences-with 'id == 4'"), 4);
  EXPECT_EQ(words("--by id --sentences-with 'id == 4' --where 'id > 1'"), 3);
  EXPECT_EQ(words("--where 'id == 4'"), 4);
  EXPECT_EQ(words("--sentences-with 'id == 4'"), 4);
  EXPECT_EQ(words("--sentences-with 'id == 1' --where 'id == 4'"), 4);
}

TEST_F(Stats, PrintsAColumnAFileAndTheirTotal) {
  test::write_bytes(directory_ / "a.conllu", crossing_);
  test::write_bytes(directory_ / "b.conllu", projective_);
  const auto result = run("$D/a.conllu $D/b.conllu");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("1 (50.00%)"));
  EXPECT_THAT(result.out, HasSubstr("5 (83.33%)"));
  EXPECT_THAT(result.out, testing::MatchesRegex("file +a.conllu +b.conllu +total\n.*"));
  const auto json = nlohmann::json::parse(run("--json $D/a.conllu $D/b.conllu").out);
  EXPECT_EQ(json["words"], 6);
  EXPECT_EQ(json["files"][1]["words"], 2);
}

TEST_F(Stats, CountsSwapsAndUniqueDerivations) {
  // Björkelund & Nivre's example, which EAGER derives with two swaps and LAZY with one.
  const auto json =
      nlohmann::json::parse(run("--json", test::sentence_text(Heads{kNoHead, 2, 0, 2, 1, 4})).out);
  EXPECT_EQ(json["swaps_eager"], 2);
  EXPECT_EQ(json["swaps_lazy"], 1);
  EXPECT_EQ(json["swaps_minimal"], 1);
  EXPECT_EQ(json["unique_derivations"], 0);
  const auto one_word =
      nlohmann::json::parse(run("--json", test::sentence_text(Heads{kNoHead, 0})).out);
  EXPECT_EQ(one_word["unique_derivations"], 1);
}

TEST_F(Stats, TakesAnEmptyFile) {
  const auto result = run("--json", "");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(nlohmann::json::parse(result.out)["sentences"], 0);
  EXPECT_EQ(run("", "").status, 0);
}

TEST_F(Stats, ReadsStandardInputOnce) {
  const auto result = run("- -", projective_);
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, HasSubstr("FILE: only one of them can be standard input"));
}

TEST_F(Stats, SaysThatItReadsFromATerminal) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  const bool usable = terminal != -1 && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0;
  const char* const name = usable ? ::ptsname(terminal) : nullptr;
  // Held open, so that no key is lost before the command reads it.
  const int held = name != nullptr ? ::open(name, O_RDWR | O_NOCTTY) : -1;
  if (held == -1) {
    GTEST_SKIP() << "this system has no pseudo-terminals: " << std::strerror(errno);
  }
  const std::string stats = fmt::format("<{} 2>$D/messages; true", name);
  const std::string_view end_of_input = "\x04";
  const auto messages = [&](const std::string& options) {
    EXPECT_EQ(::write(terminal, end_of_input.data(), end_of_input.size()), 1);
    static_cast<void>(run(options + stats));
    return test::read_bytes(directory_ / "messages");
  };
  EXPECT_EQ(messages(""), "panarc: reading standard input\n");
  EXPECT_EQ(messages("-q "), "");
  ::close(held);
  ::close(terminal);
}

TEST_F(Stats, TellsAModelFromATreebank) {
  test::write_bytes(directory_ / "train.conllu", projective_);
  ASSERT_EQ(test::run_panarc(directory_, "train -q --epochs 1 $D/train.conllu -o $D/model").status,
            0);
  const auto result = run("$D/model");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("model: is a model or checkpoint of panarc: expected text"));
}

TEST_F(Stats, FailsOnBadInputUnlessToldToSkip) {
  EXPECT_EQ(run("", crossing_ + "1\tx\n\n").status, 1);
  const auto skipped = run("--json --on-error skip", crossing_ + "1\tx\n\n");
  EXPECT_EQ(skipped.status, 0);
  const auto json = nlohmann::json::parse(skipped.out);
  EXPECT_EQ(json["sentences"], 1);
  EXPECT_EQ(json["bad_sentences"], 1);
}

TEST_F(Stats, ValidatesAsTheCommandDoes) {
  test::write_bytes(directory_ / "bad.conllu", "1\tx\n\n");
  const auto result = run("--validate $D/bad.conllu");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr(":1: error L1 number-of-columns: found 2 columns"));
  const auto other = test::run_panarc(directory_, "validate $D/bad.conllu");
  EXPECT_EQ(result.out, other.out);
  EXPECT_EQ(result.err, other.err);
}

}  // namespace
}  // namespace panarc
