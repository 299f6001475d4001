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
              HasSubstr("it is a segmenter, not a parser: use it with `panarc tokenize`"));
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
  EXPECT_EQ(run("tokenize --language en_GB -q", "One two. Three!\n").out, result.out);
  // Without a model, all that stands for itself is text.
  test::write_bytes(directory_ / "a", "One.");
  test::write_bytes(directory_ / "b", "Two.");
  const auto both = run("tokenize $D/a $D/b --language en");
  EXPECT_THAT(both.out, HasSubstr("# text = One.\n"));
  EXPECT_THAT(both.out, HasSubstr("# sent_id = 2\n# text = Two.\n"));
}

TEST_F(TokenizeCommand, ReadsTextThatIsDivided) {
  const auto words = run("tokenize --lines words -q", "One do n't .\nTwo.\n");
  ASSERT_EQ(words.status, 0) << words.err;
  EXPECT_THAT(words.out, HasSubstr("# newpar\n# sent_id = 1\n# text = One do n't .\n"));
  EXPECT_THAT(words.out, HasSubstr("\n# sent_id = 2\n# text = Two.\n1\tTwo.\t"));
  const auto sentences = run("tokenize --language en --lines sentences -q", "One. Two.\nThree.\n");
  EXPECT_THAT(sentences.out, HasSubstr("# text = One. Two.\n"));
  EXPECT_THAT(sentences.out, HasSubstr("\n# sent_id = 2\n# text = Three.\n"));
  const auto paragraphs = run("tokenize --language en --lines paragraphs -q", "One. Two.\nThree.");
  EXPECT_THAT(paragraphs.out, HasSubstr("# sent_id = 2\n# text = Two.\n"));
  EXPECT_THAT(paragraphs.out, HasSubstr("# newpar\n# sent_id = 3\n"));
}

TEST_F(TokenizeCommand, WarnsOfTreebanks) {
  const auto result = run("tokenize --language en -o $D/out " + sample("dev"));
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err,
              HasSubstr("dev.conllu: looks like a treebank, but is read as plain text\n"));
  EXPECT_EQ(run("tokenize --language en -q -o $D/out " + sample("dev")).err, "");
}

TEST_F(TokenizeCommand, ReportsBytesThatAreNoText) {
  const auto bad = run("tokenize --language en -q", "One\nt\xff\n");
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.err, HasSubstr("<stdin>:2:2"));
  EXPECT_EQ(run("tokenize --language en -q --replace-invalid", "One\nt\xff\n").status, 0);
  EXPECT_THAT(run("tokenize --language en -q", "\xff\xfeO").err,
              HasSubstr("is in UTF-16: expected UTF-8, or --encoding UTF-16"));
  EXPECT_THAT(run("tokenize --language en -q", "\x1f\x8b\x08").err,
              HasSubstr("is compressed with gzip"));
  EXPECT_EQ(run("tokenize").status, 2);
}

TEST_F(TokenizeCommand, RefusesWrongUsage) {
  expect_refused(run("tokenize"), "MODEL, --language or --lines words is required");
  expect_refused(run("tokenize --language xx"), "--language");
  expect_refused(run("tokenize --language en --lines words"), "words are already separated");
  expect_refused(run("tokenize --language en --lines verses"), "--lines");
  expect_refused(run("tokenize --language '' $D/text"), "--language");
  expect_refused(run("tokenize --language en --encoding bogus"), "--encoding");
  EXPECT_THAT(run("tokenize --help").out,
              HasSubstr("Usage: panarc tokenize [OPTIONS] [MODEL] [TEXT...]\n"));
}

TEST_F(TokenizeCommand, RefusesOptionsOfOthers) {
  const auto result = train("--system swap -o $D/m");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("--system"));
}

}  // namespace
}  // namespace panarc
