#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  EXPECT_THAT(keys, ElementsAre("words", "UAS", "LAS", "CLAS", "MLAS", "BLEX", "UPOS", "XPOS",
                                "FEATS", "LEMMA", "UAS_no_punct", "LAS_no_punct", "LAS_full",
                                "AllTags", "sentences", "words_without_gold_head",
                                "words_without_system_head", "punctuation", "counts"));
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

TEST_F(Eval, FailsWhereTheWordsDiffer) {
  const auto longer = run("$D/gold.conllu -", test::sentence_text(Heads{kNoHead, 2, 0, 2, 2}));
  EXPECT_EQ(longer.status, 1);
  EXPECT_THAT(longer.out, IsEmpty());
  EXPECT_THAT(longer.err, HasSubstr("<stdin>:3: sentence 1 has 4 words: expected 3 words, as in "));
  EXPECT_THAT(longer.err, HasSubstr("gold.conllu:3\n"));
  const auto none = run("$D/gold.conllu -", "");
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("gold.conllu:1: sentence 1 of the gold file has no counterpart"));
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

TEST_F(Eval, RefusesWrongUsage) {
  EXPECT_EQ(run("").status, 2);
  EXPECT_EQ(run("$D/gold.conllu").status, 2);
  EXPECT_EQ(run("$D/gold.conllu $D/system.conllu --nonsense").status, 2);
}

}  // namespace
}  // namespace panarc
