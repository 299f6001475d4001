#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/run_command.h"
#include "io/text.h"

namespace panarc {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

class ValidateCommand : public testing::Test {
 protected:
  [[nodiscard]] test::CommandResult run(const std::string& arguments,
                                        std::string_view input = "") const {
    return test::run_panarc(directory_, "validate " + arguments, input);
  }

  test::TemporaryDirectory directory_;
  std::string good_ =
      "# sent_id = a\n# text = It rains\n"
      "1\tIt\tit\tPRON\t_\tPronType=Prs\t2\texpl\t_\t_\n"
      "2\trains\train\tVERB\t_\t_\t0\troot\t_\t_\n\n";
  // An error in the first word, a warning about the second.
  std::string bad_ =
      "# sent_id = b\n# text = It rains\n"
      "1\tIt\tit\tPRON\t_\tPronType=Prs\t2\tEXPL\x1B\t_\t_\n"
      "2\trains\train\tVERB\t_\tVerbForm=Fin\t0\troot\t_\t_\n\n";
};

TEST_F(ValidateCommand, TellsErrorsByItsStatus) {
  const auto good = run("", good_);
  EXPECT_EQ(good.status, 0);
  EXPECT_THAT(good.out, IsEmpty());
  EXPECT_EQ(good.err, "panarc: 0 errors and 0 warnings in 1 sentence\n");
  EXPECT_EQ(run("", bad_).status, 1);
  const auto warning = run("--exclude invalid-deprel", bad_);
  EXPECT_EQ(warning.status, 0);
  EXPECT_THAT(warning.out, HasSubstr("<stdin>:4:21: warning L3 verbform-fin-without-mood: "));
  EXPECT_EQ(run("--level 2 --include invalid-deprel", bad_).status, 1);
  EXPECT_EQ(run("--level 1", bad_).status, 0);
  EXPECT_EQ(run("", "").status, 0);
  EXPECT_EQ(run("$D/missing").status, 1);
}

TEST_F(ValidateCommand, PrintsProblemsThenTheirNumbers) {
  test::write_bytes(directory_ / "bad.conllu", good_ + bad_ + bad_ + "1\tx\n\n");
  // Output and messages go into the same file.
  ASSERT_EQ(run("$D/bad.conllu >$D/both 2>&1; true").status, 0);
  const std::string text = test::read_bytes(directory_ / "both");
  const std::vector<std::string_view> lines = split(text, '\n');
  ASSERT_EQ(lines.size(), 12U);
  EXPECT_THAT(std::string(lines[0]),
              MatchesRegex(".*bad.conllu:8:31: error L2 invalid-deprel: DEPREL .*EXPL.x1B.*"));
  EXPECT_THAT(std::string(lines[5]), MatchesRegex(".*:16: error L1 number-of-columns: .*"));
  EXPECT_EQ(lines[6], "       1 error   L1 number-of-columns");
  EXPECT_EQ(lines[7], "       2 error   L2 invalid-deprel");
  EXPECT_EQ(lines[8], "       1 error   L2 non-unique-sent-id");
  EXPECT_EQ(lines[9], "       2 warning L3 verbform-fin-without-mood");
  EXPECT_EQ(lines[10], "panarc: 4 errors and 2 warnings in 4 sentences");
}

TEST_F(ValidateCommand, PrintsJsonObjects) {
  const auto result = run("--json -q", bad_);
  EXPECT_THAT(result.err, IsEmpty());
  const auto first = nlohmann::json::parse(result.out.substr(0, result.out.find('\n')));
  EXPECT_EQ(first["file"], "<stdin>");
  EXPECT_EQ(first["line"], 3);
  EXPECT_EQ(first["column"], 31);
  EXPECT_EQ(first["sent_id"], "b");
  EXPECT_EQ(first["level"], 2);
  EXPECT_EQ(first["severity"], "error");
  EXPECT_EQ(first["test"], "invalid-deprel");
}

TEST_F(ValidateCommand, TestsFilesAsOneTreebank) {
  test::write_bytes(directory_ / "a.conllu", good_);
  const auto twice = run("$D/a.conllu $D/a.conllu");
  EXPECT_THAT(twice.out, HasSubstr("non-unique-sent-id"));
  ASSERT_EQ(std::system(("gzip -k " + (directory_ / "a.conllu")).c_str()), 0);
  EXPECT_EQ(run("$D/a.conllu.gz").status, 0);
}

TEST_F(ValidateCommand, PrintsNoControlCharactersOfNames) {
  test::write_bytes(directory_ / "a\x1B[31m.conllu", "1\tx\n\n");
  const auto result = run("$D/a*.conllu");
  EXPECT_THAT(result.out, HasSubstr("a\\x1B[31m.conllu:1: error L1 number-of-columns"));
}

TEST_F(ValidateCommand, RefusesUnknownTests) {
  const auto result = run("--exclude missing-txt", good_);
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("unknown test \"missing-txt\"; did you mean missing-text?"));
  EXPECT_EQ(run("--level 4", good_).status, 2);
}

}  // namespace
}  // namespace panarc
