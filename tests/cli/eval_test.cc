#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/run_command.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Eval : public testing::Test {
 protected:
  void SetUp() override {
    test::write_bytes(directory_ / "gold.conllu", test::sentence_text(Heads{kNoHead, 2, 0, 2}));
    test::write_bytes(directory_ / "system.conllu", test::sentence_text(Heads{kNoHead, 3, 0, 2}));
  }

  [[nodiscard]] test::CommandResult run(const std::string& arguments,
                                        std::string_view input = "") const {
    return test::run_panarc(directory_, "eval " + arguments, input);
  }

  test::TemporaryDirectory directory_;
};

TEST_F(Eval, PrintsJsonWithItsKeysInOrder) {
  const auto result = run("--json $D/gold.conllu $D/system.conllu");
  ASSERT_EQ(result.status, 0);
  EXPECT_THAT(result.err, IsEmpty());
  const auto json = nlohmann::ordered_json::parse(result.out);
  std::vector<std::string> keys;
  for (const auto& item : json.items()) keys.push_back(item.key());
  EXPECT_THAT(
      keys, ElementsAre("words", "UAS", "LAS", "CLAS", "MLAS", "BLEX", "UPOS", "XPOS", "FEATS",
                        "LEMMA", "UAS_no_punct", "LAS_no_punct", "LAS_full", "AllTags", "sentences",
                        "words_without_gold_head", "words_without_system_head", "punctuation", "f1",
                        "precision", "recall", "counts"));
  EXPECT_EQ(json["words"], 3);
  EXPECT_DOUBLE_EQ(json["UAS"].get<double>(), 200.0 / 3);
  EXPECT_EQ(json["UPOS"], 100.0);
  EXPECT_EQ(json["counts"]["UAS"],
            (nlohmann::ordered_json{{"correct", 2}, {"gold", 3}, {"system", 3}}));
}

TEST_F(Eval, PrintsATable) {
  const auto result = run("$D/gold.conllu $D/system.conllu");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, testing::MatchesRegex("score +% +correct +gold +system\nUAS .*"));
  EXPECT_THAT(result.out, testing::ContainsRegex("LAS_no_punct +66.67 +2 +3 +3\n"));
}

TEST_F(Eval, RecognisesPunctuationAsToldAndSaysHow) {
  const std::string line = "1\tyes\t_\tV\t_\t_\t0\troot\t_\t_\n2\t!\t_\tF\t_\t_\t1\tdep\t_\t_\n\n";
  test::write_bytes(directory_ / "tags.conllu", line);
  const auto scored = [&](const std::string& arguments) {
    return nlohmann::json::parse(run("--json $D/tags.conllu - " + arguments, line).out);
  };
  const auto gold_words = [](const nlohmann::json& json) {
    return json["counts"]["LAS_no_punct"]["gold"];
  };
  EXPECT_EQ(scored("")["punctuation"], "unicode");
  EXPECT_EQ(gold_words(scored("")), 1);
  EXPECT_EQ(scored("--punctuation upos")["punctuation"], "upos");
  EXPECT_EQ(gold_words(scored("--punctuation upos")), 2);
  EXPECT_EQ(gold_words(scored("--punctuation unicode")), 1);
  EXPECT_EQ(gold_words(scored("--punctuation none")), 2);
  EXPECT_THAT(
      run("$D/tags.conllu -", line).out,
      HasSubstr("punctuation: all characters of FORM are punctuation in Unicode (1 word left out"));
  EXPECT_EQ(run("$D/tags.conllu - --punctuation other", line).status, 2);
}

TEST_F(Eval, OfEmptyFilesIsAnError) {
  test::write_bytes(directory_ / "empty.conllu", "");
  const auto result = run("$D/empty.conllu $D/empty.conllu");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, HasSubstr("empty.conllu: there are no words to score"));
}

TEST_F(Eval, IsAHundredForTheSameFile) {
  const std::string sample = PANARC_SOURCE_DIR "/data/sample/dev.conllu";
  const auto result = run("--json " + sample + " -", test::read_bytes(sample));
  ASSERT_EQ(result.status, 0);
  const auto json = nlohmann::ordered_json::parse(result.out);
  EXPECT_EQ(json["words"], 598);
  for (const auto& item : json["counts"].items()) EXPECT_EQ(json[item.key()], 100.0) << item.key();
}

TEST_F(Eval, ReadsOneFileFromStandardInput) {
  const std::string text = test::sentence_text(Heads{kNoHead, 2, 0, 2});
  EXPECT_EQ(run("- $D/system.conllu", text).status, 0);
  EXPECT_EQ(run("$D/gold.conllu -", text).status, 0);
  EXPECT_EQ(run("- -", text).status, 2);
}

TEST_F(Eval, FailsWhereTheTextsDiffer) {
  const auto longer = run("$D/gold.conllu -", test::sentence_text(Heads{kNoHead, 2, 0, 2, 2}));
  EXPECT_EQ(longer.status, 1);
  EXPECT_THAT(longer.out, IsEmpty());
  EXPECT_THAT(longer.err, HasSubstr("<stdin>:4: the text goes on with \"w4\": expected the end"));
  const auto none = run("$D/gold.conllu -", "");
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("gold.conllu:1: the text goes on with"));
  EXPECT_EQ(run("$D/gold.conllu $D/missing.conllu").status, 1);
}

TEST_F(Eval, TellsOfMissingHeadsUnlessQuiet) {
  const std::string partial = test::sentence_text(Heads{kNoHead, kNoHead, 0, 2});
  const auto gold = run("- $D/system.conllu", partial);
  EXPECT_EQ(gold.status, 0);
  EXPECT_THAT(gold.err, HasSubstr("- has 1 word without a head; it is left out of the attachment"));
  const auto system = run("$D/gold.conllu -", partial);
  EXPECT_THAT(system.err, HasSubstr("- has 1 word without a head; it is counted as wrong in the"));
  EXPECT_THAT(run("--quiet $D/gold.conllu -", partial).err, IsEmpty());
}

TEST_F(Eval, AlignsWordsWhereTheyAreDividedInOtherWays) {
  const std::string joined =
      "1\tw1w2\t_\t_\t_\t_\t0\troot\t_\t_\n"
      "2\tw3\t_\t_\t_\t_\t1\tdep\t_\t_\n\n";
  const auto result = run("$D/gold.conllu -", joined);
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, testing::ContainsRegex("Words +40.00 +1 +3 +2\n"));
  const auto json = nlohmann::json::parse(run("$D/gold.conllu - --json", joined).out);
  EXPECT_DOUBLE_EQ(json["f1"]["Words"], 40);
  EXPECT_DOUBLE_EQ(json["f1"]["Sentences"], 100);
  EXPECT_DOUBLE_EQ(json["precision"]["Words"], 50);
}

class EvalAnalysis : public Eval {
 protected:
  [[nodiscard]] test::CommandResult analyse(const std::string& arguments) const {
    return run("$D/gold.conllu $D/system.conllu " + arguments);
  }
};

TEST_F(EvalAnalysis, PrintsGroups) {
  const auto result = analyse("--by direction,length");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, testing::MatchesRegex("direction +length +words +% +UAS +LAS +labels\n"
                                                ".*all +3 +100.00 +66.67 +66.67 +100.00\n"));
  EXPECT_THAT(result.out, testing::ContainsRegex("left +1 +1 +33.33 +0.00"));
  EXPECT_THAT(analyse("--by direction --markdown").out, HasSubstr("| direction | words | %"));
  EXPECT_THAT(analyse("--by direction --csv").out, HasSubstr("direction,words,%,UAS,LAS,labels\n"));
  const auto json = nlohmann::json::parse(analyse("--by direction --json --examples 1").out);
  EXPECT_EQ(json["groups"].size(), 3);
  EXPECT_EQ(json["total"]["words"], 3);
}

TEST_F(EvalAnalysis, PrintsConfusionsAndExamples) {
  const auto result = analyse("--confusion head --examples 2");
  EXPECT_THAT(result.out, testing::ContainsRegex("gold +system +words +%\n2 +3 +1 +33.33\n"));
  EXPECT_THAT(result.out, HasSubstr("2 > 3\n  w1[2>3] w2 w3\n"));
}

TEST_F(EvalAnalysis, PrintsExamplesOfTheConfusionsThatItLists) {
  // The value that both files have is more frequent than the one that is confused.
  test::write_bytes(directory_ / "gold.conllu", test::sentence_text(Heads{kNoHead, 2, 0, 2, 2}));
  test::write_bytes(directory_ / "system.conllu", test::sentence_text(Heads{kNoHead, 3, 0, 2, 2}));
  const auto result = analyse("--confusion head --examples 1 --top 1");
  EXPECT_THAT(result.out, HasSubstr("2 > 3\n  w1[2>3] w2 w3 w4\n"));
}

TEST_F(EvalAnalysis, WritesNoPageIntoATerminal) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal == -1 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) {
    GTEST_SKIP() << "there are no pseudo-terminals here";
  }
  const std::string name = ::ptsname(terminal);
  static_cast<void>(analyse(fmt::format("--html >{} 2>$D/messages; true", name)));
  EXPECT_THAT(test::read_bytes(directory_ / "messages"),
              HasSubstr("--html: a page is of no use in a terminal; write it to a file with -o"));
  ::close(terminal);
}

TEST_F(EvalAnalysis, MarksWhatIsWrongWhereNothingIsConfused) {
  // The relation of the word is right, but its head is not.
  const std::string out = analyse("--by direction --confusion deprel --examples 1").out;
  EXPECT_THAT(out, HasSubstr("w1[dep: w2>w3] w2 w3\n"));
  EXPECT_THAT(out, testing::Not(HasSubstr("[dep>dep]")));
}

TEST_F(EvalAnalysis, PrintsTheMostFrequentConfusions) {
  test::write_bytes(directory_ / "gold.conllu", test::sentence_text(Heads{kNoHead, 2, 0, 2, 2, 2}));
  test::write_bytes(directory_ / "system.conllu",
                    test::sentence_text(Heads{kNoHead, 3, 0, 4, 5, 2}));
  const auto rows = [&](const std::string& arguments) {
    const std::string out = analyse("--confusion head " + arguments).out;
    return std::count(out.begin(), out.end(), '\n') - 4;  // two headers, all, a blank line
  };
  EXPECT_EQ(rows(""), 3);
  EXPECT_EQ(rows("--top 1"), 1);
  EXPECT_EQ(rows("--top 2"), 2);
}

TEST_F(EvalAnalysis, ComparesTwoSystems) {
  const auto result = analyse("--compare $D/gold.conllu --significance wilcoxon");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("wilcoxon: p = 1.0000 for UAS, 1.0000 for LAS\n"));
  EXPECT_THAT(result.out, HasSubstr("only other"));
  const auto json = nlohmann::json::parse(analyse("--compare $D/gold.conllu --json").out);
  EXPECT_EQ(json["total"]["only_other"], 1);
  EXPECT_EQ(json["significance"]["test"], "randomization");
}

TEST_F(EvalAnalysis, GivesOnePValueForTheDifferenceAsAWhole) {
  std::string gold;
  std::string system;
  std::string other;
  for (int i = 0; i < 8; ++i) {
    gold += test::sentence_text(Heads{kNoHead, 2, 0, 2});
    system += test::sentence_text(Heads{kNoHead, i < 5 ? 3 : 2, 0, 2});
    other += test::sentence_text(Heads{kNoHead, 2, 0, i < 3 ? 1 : 2});
  }
  test::write_bytes(directory_ / "gold.conllu", gold);
  test::write_bytes(directory_ / "system.conllu", system);
  test::write_bytes(directory_ / "other.conllu", other);
  for (const char* test : {"randomization", "bootstrap", "wilcoxon"}) {
    const auto json = nlohmann::json::parse(
        analyse(std::string("--compare $D/other.conllu --json --significance ") + test).out);
    EXPECT_EQ(json["total"]["p_value"], json["significance"]["LAS"]) << test;
  }
}

TEST_F(EvalAnalysis, WritesAPage) {
  const auto result = analyse("--html -o $D/page.html");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, IsEmpty());
  const std::string page = test::read_bytes(directory_ / "page.html");
  EXPECT_THAT(page, HasSubstr("\"criteria\":[\"deprel\"]")) << "unless others are given";
  EXPECT_THAT(page, HasSubstr("\"confusion\":\"deprel\""));
  EXPECT_THAT(page, HasSubstr("\"name\":\"UAS\""));
  const auto other = analyse("--html --by upos,length --compare $D/gold.conllu --where 'id > 0'");
  EXPECT_THAT(other.out, HasSubstr("\"criteria\":[\"upos\",\"length\"]"));
  EXPECT_THAT(other.out, HasSubstr("\"conditions\":[\"where id > 0\"]"));
  EXPECT_THAT(other.out, HasSubstr("\"significance\":\"randomization: p = "));
  EXPECT_EQ(analyse("--html --json").status, 2);
  EXPECT_EQ(analyse("--html --examples 2").status, 2);
  EXPECT_EQ(analyse("-o $D/page.html").status, 2);
  EXPECT_EQ(run("--html $D/gold.conllu -").status, 2) << "it is read twice";
}

TEST_F(EvalAnalysis, KnowsTheWordsOfTheTrainingData) {
  test::write_bytes(directory_ / "train.conllu", test::sentence_text(Heads{kNoHead, 0, 1}));
  const auto json =
      nlohmann::json::parse(analyse("--where known --known-words $D/train.conllu --json").out);
  EXPECT_EQ(json["total"]["words"], 2);
}

TEST_F(EvalAnalysis, ShowsWhatIsWrongWithAnExpression) {
  const auto result = analyse("--where 'upos = 1'");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err,
              HasSubstr("--where: column 6: found \"=\", expected \"==\" (see panarc eval --help)\n"
                        "  upos = 1\n"
                        "       ^"));
  EXPECT_EQ(analyse("--by lenght").status, 2);
  EXPECT_EQ(analyse("--significance wilcoxon").status, 2);
  EXPECT_EQ(analyse("--json --csv --by upos").status, 2);
  EXPECT_EQ(run("- $D/system.conllu --compare $D/gold.conllu").status, 2);
}

TEST_F(Eval, SaysWhyItsResultsCannotBeWritten) {
  EXPECT_EQ(run("$D/gold.conllu $D/gold.conllu >/dev/full 2>$D/message; exit $?; :").status, 1);
  EXPECT_EQ(test::read_bytes(directory_ / "message"),
            "panarc: <stdout>: cannot write: No space left on device\n");
}

TEST_F(Eval, RefusesWrongUsage) {
  EXPECT_EQ(run("$D/gold.conllu $D/system.conllu --encoding bogus").status, 2);
  EXPECT_EQ(run("").status, 2);
  EXPECT_EQ(run("$D/gold.conllu").status, 2);
  EXPECT_EQ(run("$D/gold.conllu $D/system.conllu --nonsense").status, 2);
}

}  // namespace
}  // namespace panarc
