#include "text/split_trainer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kColumns = "\t_\t_\t_\t_\t_\t_\t_\t_\n";

struct Token {
  std::string form;
  std::vector<std::string> words{};
};

Sentence sentence_of(const std::vector<Token>& tokens) {
  std::string text;
  std::size_t number = 0;
  for (const Token& token : tokens) {
    if (!token.words.empty()) {
      text +=
          fmt::format("{}-{}\t{}{}", number + 1, number + token.words.size(), token.form, kColumns);
    }
    for (const std::string& word : token.words.empty() ? std::vector{token.form} : token.words) {
      text += fmt::format("{}\t{}{}", ++number, word, kColumns);
    }
  }
  return Sentence::from_text(text + "\n");
}

SplitTrainingOptions options() {
  SplitTrainingOptions options;
  options.loop.epochs = 10;
  options.loop.patience = 4;
  return options;
}

std::shared_ptr<const SplitModel> learn(const std::vector<Sentence>& sentences,
                                        const SplitTrainingOptions& how = options()) {
  return train_splits(gold_text(sentences, Alphabet::unlimited()), GoldText(), how);
}

/// The words that a token in the middle of a sentence is split into.
std::vector<std::string> words_of(const std::string& token, const SplitModel& model) {
  const GoldText text =
      gold_text(std::vector{sentence_of({{"it"}, {token}, {"is"}})}, Alphabet::unlimited());
  const Split split = SplitDecoder(model).decide(text.text, text.tokens)[1];
  return split == 0 ? std::vector<std::string>() : model.rule(split).apply(token);
}

/// One sentence per stem.
std::vector<Sentence> sentences(
    const std::function<std::vector<Token>(const std::string& stem)>& tokens) {
  const std::vector<std::string> stems = {"kitab", "bayt", "dars", "qalam",   "walad", "shams",
                                          "bab",   "bint", "kura", "madrasa", "rajul", "samak"};
  std::vector<Sentence> sentences;
  std::ranges::transform(stems, std::back_inserter(sentences),
                         [&](const std::string& stem) { return sentence_of(tokens(stem)); });
  return sentences;
}

TEST(SplitTrainer, LearnsBeginnings) {
  const auto model = learn(sentences([](const std::string& stem) -> std::vector<Token> {
    return {{stem}, {"wa" + stem, {"wa", stem}}, {"fi"}, {"ma" + stem}};
  }));
  EXPECT_THAT(words_of("wanahr", *model), ElementsAre("wa", "nahr"));
  EXPECT_THAT(words_of("manahr", *model), IsEmpty());
}

TEST(SplitTrainer, LearnsEndings) {
  const auto model = learn(sentences([](const std::string& stem) -> std::vector<Token> {
    return {{stem}, {stem + "ki", {stem, "ki"}}, {stem + "da"}};
  }));
  EXPECT_THAT(words_of("evlerki", *model), ElementsAre("evler", "ki"));
  EXPECT_THAT(words_of("evlerda", *model), IsEmpty());
}

// Whether the first word is the longer one or not, the ending is what tokens have in common.
TEST(SplitTrainer, TakesTheStemThatMostTokensHave) {
  const auto model = learn(sentences([](const std::string& stem) -> std::vector<Token> {
    return {{stem}, {stem + "dir", {stem, "dir"}}, {"nedir", {"ne", "dir"}}};
  }));
  EXPECT_EQ(model->rule_count(), 1U);
  EXPECT_THAT(words_of("nedir", *model), ElementsAre("ne", "dir"));
}

TEST(SplitTrainer, ShortStemsFollowTheRulesOfOthers) {
  const auto model = learn(sentences([](const std::string& stem) -> std::vector<Token> {
    const std::string start = stem.substr(0, stem.size() % 2 == 0 ? 2 : 4);
    return {{stem}, {start + "\xC3\xA9ndolo", {start + "endo", "lo"}}};
  }));
  EXPECT_EQ(model->rule_count(), 1U);
  EXPECT_THAT(words_of("vi\xC3\xA9ndolo", *model), ElementsAre("viendo", "lo"));
  EXPECT_THAT(words_of("viviendo", *model), IsEmpty());
}

TEST(SplitTrainer, ATokenWithoutARuleIsNotTakenForAWord) {
  const auto training = sentences([](const std::string& stem) -> std::vector<Token> {
    return {{stem},
            {stem + "ki", {stem, "ki"}},
            {"noki", {"nor", "uk"}},
            {"du", {"de", "le"}},
            {"du", {"de", "le"}}};
  });
  EXPECT_THAT(words_of("noki", *learn(training)), ElementsAre("nor", "uk"));
  SplitTrainingOptions few = options();
  few.most_rules = 2;
  const auto model = learn(training, few);
  EXPECT_EQ(model->rule_count(), 2U);
  EXPECT_THAT(words_of("du", *model), ElementsAre("de", "le"));
  EXPECT_THAT(words_of("noki", *model), ElementsAre("no", "ki"));
}

}  // namespace
}  // namespace panarc
