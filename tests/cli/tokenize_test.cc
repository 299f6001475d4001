#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cli/sample_command.h"

namespace panarc {
namespace {

using testing::HasSubstr;

class TokenizeCommand : public test::SampleCommand {
 protected:
  TokenizeCommand() : SampleCommand("--task segment --epochs 3") {}
};

TEST_F(TokenizeCommand, DividesTextAsTheTreebankDoes) {
  const auto trained = train("-o $D/m");
  ASSERT_EQ(trained.status, 0) << trained.err;
  EXPECT_THAT(trained.out, HasSubstr("sentences "));
  EXPECT_THAT(run("parse $D/m").err,
              HasSubstr("it is a segmenter, not a parser: panarc tokenize uses it"));
  const auto result = run("tokenize $D/m -q", "She keeps her letters. They are old.\n");
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("# text = She keeps her letters.\n1\tShe\t"));
  EXPECT_THAT(result.out, HasSubstr("# text = They are old.\n"));
  EXPECT_THAT(result.out, HasSubstr("4\tletters\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n5\t.\t"));
}

TEST_F(TokenizeCommand, FollowsTheRulesOfALanguage) {
  const auto result = run("tokenize --language en -q", "One two. Three!\n");
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("# text = One two.\n"));
  EXPECT_THAT(result.out, HasSubstr("1\tThree\t"));
}

TEST_F(TokenizeCommand, ReportsBytesThatAreNoText) {
  const auto bad = run("tokenize --language en -q", "One\nt\xff\n");
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.err, HasSubstr("<stdin>:2:2"));
  EXPECT_EQ(run("tokenize --language en -q --replace-invalid", "One\nt\xff\n").status, 0);
  EXPECT_EQ(run("tokenize").status, 2);
}

TEST_F(TokenizeCommand, RefusesOptionsOfOthers) {
  const auto result = train("--system swap -o $D/m");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("--system"));
}

}  // namespace
}  // namespace panarc
