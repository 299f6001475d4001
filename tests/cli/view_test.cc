#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cli/run_command.h"

namespace panarc {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class ViewCommand : public testing::Test {
 protected:
  [[nodiscard]] test::CommandResult run(const std::string& arguments,
                                        std::string_view input = "") const {
    return test::run_panarc(directory_, "view " + arguments, input);
  }

  test::TemporaryDirectory directory_;
  std::string first_ =
      "# sent_id = one\n# text = We know\n" + test::sentence_text(Heads{kNoHead, 2, 0});
  std::string second_ = "# sent_id = two\n" + test::sentence_text(Heads{kNoHead, 0, 1});
};

TEST_F(ViewCommand, DrawsWhatComesThroughAPipe) {
  const auto result = run("", first_ + second_);
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_EQ(result.out,
            "1 one: We know\n"
            "╭─► 1 w1  NOUN   dep\n"
            "╰── 2 w2  NOUN   root\n"
            "\n"
            "2 two: w1 w2\n"
            "╭── 1 w1  NOUN   root\n"
            "╰─► 2 w2  NOUN   dep\n");
  EXPECT_EQ(run("-", first_ + second_).out, result.out);
}

TEST_F(ViewCommand, SaysThatNoWordMeetsACondition) {
  const auto result = run("--where 'id == 9'", first_ + second_);
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_EQ(result.err, "panarc: --where holds for no word of 2 sentences\n");
  EXPECT_THAT(run("-q --where 'id == 9'", first_).err, IsEmpty());
  EXPECT_THAT(run("--where 'id == 1'", first_).err, IsEmpty());
}

TEST_F(ViewCommand, WritesWhatTheNameOfTheOutputPromises) {
  EXPECT_EQ(run("-o $D/t.html", first_).status, 0);
  EXPECT_THAT(test::read_bytes(directory_ / "t.html"), HasSubstr("<title>standard input</title>"));
  EXPECT_EQ(run("-o $D/t.svg", first_).status, 0);
  EXPECT_THAT(test::read_bytes(directory_ / "t.svg"), HasSubstr("<svg"));
  EXPECT_EQ(run("-o $D/t.txt", first_).status, 0);
  EXPECT_THAT(test::read_bytes(directory_ / "t.txt"), StartsWith("1 one: We know\n"));
}

TEST_F(ViewCommand, LeavesFoldersOutOfTheTitle) {
  test::write_bytes(directory_ / "a.conllu", first_);
  EXPECT_THAT(run("--html $D/a.conllu").out, HasSubstr("<title>a.conllu</title>"));
}

TEST_F(ViewCommand, SaysThatATextNeedsQuotationMarks) {
  const auto result = run("--where 'upos == VERB'", first_);
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("a text is written in quotation marks: \"VERB\""));
  EXPECT_THAT(run("--where 'length == VERB'", first_).err, Not(HasSubstr("quotation marks:")));
}

TEST_F(ViewCommand, IsSuggestedToThoseWhoSearch) {
  const auto search = test::run_panarc(directory_, "search");
  EXPECT_EQ(search.status, 2);
  EXPECT_THAT(search.err, HasSubstr("there is no command search; did you mean view?"));
  EXPECT_THAT(test::run_panarc(directory_, "evaluate").err, HasSubstr("did you mean eval?"));
}

TEST_F(ViewCommand, DrawsNothingOfNothing) {
  const auto result = run("", "");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, IsEmpty());
}

TEST_F(ViewCommand, SelectsSentencesAndMarksWordsByAnExpression) {
  const auto result = run("--where 'direction == \"left\"'", first_ + second_);
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("1 one: We know\n"));
  EXPECT_THAT(result.out, Not(HasSubstr("2 two")));
  const auto wrong = run("--where 'direction = 1'", first_);
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--where: column 11: found \"=\", expected \"==\""));
}

TEST_F(ViewCommand, SelectsSentencesByNumberAndName) {
  const std::string input = first_ + second_;
  EXPECT_THAT(run("--sentence 2", input).out, StartsWith("2 two:"));
  EXPECT_THAT(run("--sentence 2", input).out, Not(HasSubstr("one")));
  EXPECT_THAT(run("--sentence one", input).out, StartsWith("1 one:"));
  EXPECT_EQ(run("--sentence one --sentence 2", input).out, run("", input).out);
  EXPECT_EQ(run("--sentence two - ", input).out, run("--sentence 2", input).out)
      << "what follows is a file";
}

TEST_F(ViewCommand, NumbersSentencesOfAllFiles) {
  test::write_bytes(directory_ / "a.conllu", first_);
  test::write_bytes(directory_ / "b.conllu", second_);
  EXPECT_THAT(run("$D/a.conllu $D/b.conllu --sentence 2").out, StartsWith("2 two:"));
}

TEST_F(ViewCommand, FailsWithoutTheSentence) {
  const auto result = run("--sentence one --sentence 3 --sentence x", first_ + second_);
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err,
              HasSubstr("there is no sentence \"3\", \"x\" among the 2, by number or sent_id"));
  const auto file = run("--sentence 3 --svg -o $D/out.svg", first_);
  EXPECT_EQ(file.status, 1);
  EXPECT_THAT(test::read_bytes(directory_ / "out.svg"), IsEmpty()) << "half a file";
}

TEST_F(ViewCommand, KeepsToAWidth) {
  Heads heads{kNoHead};
  for (Node word = 1; word < 60; ++word) heads.push_back(60);
  heads.push_back(0);
  const auto result = run("--width 60", test::sentence_text(heads));
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr(" dep  →60\n"));
  EXPECT_THAT(run("", test::sentence_text(heads)).out, Not(HasSubstr("→")));
  EXPECT_EQ(run("--width 10", first_).status, 2);
}

TEST_F(ViewCommand, HasNoColourWhereThereIsNoTerminal) {
  EXPECT_THAT(run("", first_).out, Not(HasSubstr("\x1b")));
}

TEST_F(ViewCommand, DrawsPartialTrees) {
  const auto result = run("", test::sentence_text(Heads{kNoHead, kNoHead, kNoHead}));
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("\n  1 w1  NOUN   dep\n"));
}

TEST_F(ViewCommand, WritesSvgAndHtml) {
  EXPECT_THAT(run("--svg", first_).out, StartsWith("<svg xmlns"));
  EXPECT_EQ(run("--svg -o $D/tree.svg", first_).status, 0);
  EXPECT_EQ(test::read_bytes(directory_ / "tree.svg"), run("--svg", first_).out);
  EXPECT_THAT(run("--html", first_).out, StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(run("--html", first_).out, HasSubstr("\"text\":\"We know\""));
  EXPECT_THAT(run("--html", first_).out, HasSubstr("<title>standard input</title>"));
}

TEST_F(ViewCommand, TellsOfBadInput) {
  const std::string bad = test::word_line("1", "7") + "\n";
  const auto result = run("", first_ + bad);
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("<stdin>:6:"));
  const auto skipped = run("--on-error skip", bad + first_);
  EXPECT_EQ(skipped.status, 0);
  EXPECT_THAT(skipped.err, HasSubstr("warning: <stdin>:1:"));
  EXPECT_THAT(skipped.out, StartsWith("2 one:")) << "the bad sentence is number 1";
  EXPECT_EQ(run("$D/missing.conllu").status, 1);
}

TEST_F(ViewCommand, RefusesWrongUsage) {
  EXPECT_EQ(run("--svg --html", first_).status, 2);
  EXPECT_EQ(run("--svg --width 80", first_).status, 2);
  EXPECT_EQ(run("- -", first_).status, 2);
  EXPECT_EQ(run("-o ''", first_).status, 2);
  EXPECT_THAT(run("--help").out, HasSubstr("Examples:"));
}

}  // namespace
}  // namespace panarc
