#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/run_command.h"

namespace panarc {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class DiffCommand : public testing::Test {
 protected:
  void SetUp() override {
    test::write_bytes(directory_ / "a.conllu", same_ + test::sentence_text(Heads{kNoHead, 2, 0}));
    test::write_bytes(directory_ / "b.conllu", same_ + "1\tw1\tw\tPRON\tN\t_\t0\troot\t_\t_\n" +
                                                   "2\tw2\tw\tNOUN\tN\t_\t1\tdep\t_\t_\n\n");
  }

  [[nodiscard]] test::CommandResult run(const std::string& arguments,
                                        std::string_view input = "") const {
    return test::run_panarc(directory_, "diff " + arguments, input);
  }

  test::TemporaryDirectory directory_;
  std::string same_ = test::sentence_text(Heads{kNoHead, 0, 1, 1});
};

TEST_F(DiffCommand, DrawsWhatDiffersAndSumsUp) {
  const auto result = run("$D/a.conllu $D/b.conllu");
  EXPECT_EQ(result.status, 0) << "differences are no failure";
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_EQ(result.out,
            "2: w1 w2\n"
            "╭─► * 1 w1  NOUN   dep   HEAD 2 → 0, DEPREL dep → root, UPOS NOUN → PRON\n"
            "╰── * 2 w2  NOUN   root  HEAD 0 → 1, DEPREL root → dep\n"
            "\n"
            "                  different  all\n"
            "sentences                 1    2\n"
            "words                     2    5\n"
            "  head only               0\n"
            "  label only              0\n"
            "  head and label          2\n"
            "  UPOS                    1\n"
            "  XPOS                    0\n"
            "  FEATS                   0\n"
            "  LEMMA                   0\n"
            "\n"
            "agreement      %  same  words\n"
            "UAS        60.00     3      5\n"
            "LAS        60.00     3      5\n"
            "LAS_full   60.00     3      5\n"
            "labels     60.00     3      5\n"
            "\n"
            "Cohen's kappa of labels: 0.1667\n"
            "\n"
            "label in A  label in B  words\n"
            "dep         root        1\n"
            "root        dep         1\n");
}

TEST_F(DiffCommand, DrawsNothingOfTheSame) {
  const auto result = run("$D/a.conllu $D/a.conllu");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out,
              StartsWith("                  different  all\nsentences                 0"));
  EXPECT_THAT(result.out, HasSubstr("kappa of labels: 1.0000\n"));
  EXPECT_THAT(result.out, Not(HasSubstr("label in A")));
}

TEST_F(DiffCommand, PrintsTheSummaryAlone) {
  const auto result = run("--summary --top 1 $D/a.conllu $D/b.conllu");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, Not(HasSubstr("►")));
  EXPECT_THAT(result.out, ContainsRegex("dep +root +1\n"));
  EXPECT_THAT(result.out, Not(ContainsRegex("root +dep +1\n")));
}

TEST_F(DiffCommand, LeavesNothingForATerminalToObey) {
  const std::string line = "1\tw\x1b[2J\t_\tX\t_\t_\t0\troot\t_\t_\n\n";
  std::string other = line;
  other.replace(other.find("root"), 4, "ro\x1b[2Jot");
  test::write_bytes(directory_ / "c.conllu", line);
  const auto result = run("$D/c.conllu -", other);
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("DEPREL root → ro\\x1B[2Jot"));
  EXPECT_THAT(result.out, Not(HasSubstr("\x1b")));
}

TEST_F(DiffCommand, PrintsJson) {
  const auto result = run("--json $D/a.conllu -", test::read_bytes(directory_ / "b.conllu"));
  ASSERT_EQ(result.status, 0);
  const auto json = nlohmann::ordered_json::parse(result.out);
  ASSERT_EQ(json["differences"].size(), 1U);
  EXPECT_EQ(json["differences"][0]["sentence"], 2);
  EXPECT_EQ(json["differences"][0]["words"][0].dump(),
            R"({"word":1,"form":"w1","kinds":["head_and_label","upos"],)"
            R"("HEAD":["2","0"],"DEPREL":["dep","root"],"UPOS":["NOUN","PRON"]})");
  EXPECT_EQ(json["kinds"].dump(),
            R"({"head":0,"label":0,"head_and_label":2,"upos":1,"xpos":0,"feats":0,"lemma":0})");
  EXPECT_EQ(json["words"], 5);
  EXPECT_EQ(json["different_words"], 2);
  EXPECT_EQ(json["agreement"]["UAS"], 60.0);
  // e = (3 * 3 + 2 * 2) / 25, so (0.6 - 0.52) / 0.48.
  EXPECT_NEAR(json["agreement"]["kappa"].get<double>(), 1.0 / 6, 1e-12);
  EXPECT_EQ(json["confusions"][0].dump(), R"({"a":"dep","b":"root","count":1})");
  const auto same = nlohmann::json::parse(run("--json $D/a.conllu $D/a.conllu").out);
  EXPECT_TRUE(same["differences"].empty());
  const auto summary = nlohmann::json::parse(run("--json --summary $D/a.conllu $D/b.conllu").out);
  EXPECT_FALSE(summary.contains("differences"));
  EXPECT_EQ(summary["different_sentences"], 1);
}

TEST_F(DiffCommand, WritesAPageIntoAFileThatIsCalledOne) {
  EXPECT_EQ(run("-o $D/page.html $D/a.conllu $D/b.conllu").status, 0);
  EXPECT_THAT(test::read_bytes(directory_ / "page.html"), testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_EQ(run("--summary -o $D/page.html $D/a.conllu $D/b.conllu").status, 0);
  EXPECT_THAT(test::read_bytes(directory_ / "page.html"), Not(HasSubstr("<!DOCTYPE html>")));
}

TEST_F(DiffCommand, WritesAPage) {
  const auto result = run("--html -o $D/page.html $D/a.conllu $D/b.conllu");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, IsEmpty());
  const std::string page = test::read_bytes(directory_ / "page.html");
  EXPECT_THAT(page, HasSubstr("[\"HEAD\",\"2\",\"0\"]"));
  EXPECT_THAT(page, HasSubstr("\"different_words\":2"));
}

TEST_F(DiffCommand, ShowsSentencesWithWordsOfSomeKind) {
  const std::string files = " $D/a.conllu $D/b.conllu";
  const auto all = nlohmann::json::parse(run("--json" + files).out);
  const auto with = nlohmann::json::parse(run("--json --where 'upos == \"NOUN\"'" + files).out);
  EXPECT_EQ(with, all) << "it is a noun in A";
  const auto without = nlohmann::json::parse(run("--json --where 'upos == \"PRON\"'" + files).out);
  EXPECT_TRUE(without["differences"].empty()) << "it is a pronoun in B alone";
  EXPECT_EQ(without["different_words"], 2) << "the summary is of all sentences";
  EXPECT_THAT(run("--where 'upos == \"PRON\"'" + files).out, Not(HasSubstr("►")));
  EXPECT_THAT(run("--where 'upos == \"NOUN\"'" + files).out, HasSubstr("►"));
  EXPECT_THAT(run("--html --where 'upos == \"PRON\"'" + files).out, Not(HasSubstr("\"HEAD\"")));
  EXPECT_EQ(run("--where upos" + files).status, 2);
}

TEST_F(DiffCommand, FailsWhereTheWordsDiffer) {
  const auto shorter = run("$D/a.conllu -", same_);
  EXPECT_EQ(shorter.status, 1);
  EXPECT_THAT(shorter.err, HasSubstr("a.conllu:5: sentence 2 of the first file has no counterpart: "
                                     "the second file ends after 1 sentence"));
  const auto other = run("$D/a.conllu -", "1\tx\t_\t_\t_\t_\t0\troot\t_\t_\n\n");
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.err, HasSubstr("<stdin>:1: FORM of word 1 of sentence 1 is \"x\""));
  const auto page = run("--html -o $D/page.html $D/a.conllu -", same_);
  EXPECT_EQ(page.status, 1);
  EXPECT_THAT(test::read_bytes(directory_ / "page.html"), IsEmpty()) << "half a page";
  EXPECT_EQ(run("- $D/missing.conllu", same_).status, 1);
  EXPECT_THAT(run("$D/empty - ", "").err, HasSubstr("empty"));
}

TEST_F(DiffCommand, RefusesWrongUsage) {
  EXPECT_EQ(run("$D/a.conllu").status, 2);
  EXPECT_EQ(run("- -").status, 2);
  EXPECT_EQ(run("--html --json $D/a.conllu $D/b.conllu").status, 2);
  EXPECT_EQ(run("--top x $D/a.conllu $D/b.conllu").status, 2);
  EXPECT_THAT(run("--help").out, HasSubstr("Examples:"));
}

}  // namespace
}  // namespace panarc
