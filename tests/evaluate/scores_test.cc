#include "panarc/evaluate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/annotated.h"
#include "support/message_of.h"

namespace panarc {
namespace {

using test::Words;

Scores score_text(const std::string& gold, const std::string& system) {
  TreebankReader gold_reader = TreebankReader::from_text(gold, "gold");
  TreebankReader system_reader = TreebankReader::from_text(system, "system");
  return evaluate(gold_reader, system_reader);
}

Scores score(const Words& gold, const Words& system) {
  return score_text(test::text_of(gold), test::text_of(system));
}

void expect_tally(const Tally& tally, std::uint64_t correct, std::uint64_t gold,
                  std::uint64_t system) {
  EXPECT_EQ(tally.correct, correct);
  EXPECT_EQ(tally.gold, gold);
  EXPECT_EQ(tally.system, system);
}

/// Function words: The, was. Content words: dog, seen.
Words passive() {
  return {{"The", "DET", "2", "det", "Definite=Def", "the", "DT"},
          {"dog", "NOUN", "4", "nsubj:pass", "Number=Sing", "dog", "NN"},
          {"was", "AUX", "4", "aux:pass", "Tense=Past", "be", "VBD"},
          {"seen", "VERB", "0", "root", "VerbForm=Part", "see", "VBN"},
          {".", "PUNCT", "4", "punct", "_", ".", "."}};
}

TEST(Scores, AreAHundredForTheGoldStandardItself) {
  const Scores scores = score(passive(), passive());
  EXPECT_EQ(scores.words(), 5U);
  EXPECT_EQ(scores.sentences(), 1U);
  for (const Metric metric : all_metrics()) {
    EXPECT_DOUBLE_EQ(scores.percentage(metric), 100.0) << metric_name(metric);
  }
  expect_tally(scores[Metric::kUas], 5, 5, 5);
  expect_tally(scores[Metric::kUasNoPunct], 4, 4, 4);
  expect_tally(scores[Metric::kClas], 2, 2, 2);
}

TEST(Scores, AreZeroWithoutWords) {
  for (const Metric metric : all_metrics()) {
    EXPECT_EQ(Scores().percentage(metric), 0.0) << metric_name(metric);
  }
}

TEST(Scores, OfFilesWithoutWordsAreAnError) {
  EXPECT_THAT(test::message_of([] { score_text("", "# nothing\n"); }),
              testing::HasSubstr("gold: there are no words"));
}

TEST(Scores, SubtypesCountInFullLasOnly) {
  Words system = passive();
  system[1].deprel = "nsubj";
  system[2].deprel = "aux";
  const Scores scores = score(passive(), system);
  EXPECT_DOUBLE_EQ(scores.percentage(Metric::kLasFull), 60.0);
  for (const Metric metric : {Metric::kUas, Metric::kLas, Metric::kClas, Metric::kMlas,
                              Metric::kBlex, Metric::kLasNoPunct}) {
    EXPECT_DOUBLE_EQ(scores.percentage(metric), 100.0) << metric_name(metric);
  }
}

TEST(Scores, PunctuationIsWhatTheGoldTagSays) {
  Words system = passive();
  system[0].upos = "PUNCT";  // still a word
  system[0].head = "4";
  system[4].upos = "SYM";  // still punctuation
  system[4].head = "2";
  const Scores scores = score(passive(), system);
  expect_tally(scores[Metric::kUas], 3, 5, 5);
  expect_tally(scores[Metric::kUasNoPunct], 3, 4, 4);
  expect_tally(scores[Metric::kLasNoPunct], 3, 4, 4);
}

TEST(Scores, PunctuationIsWhatTheFormSaysWhereNoTagDoes) {
  Words gold = passive();
  for (test::Word& word : gold) word.upos = "_";
  Words system = gold;
  system[0].head = "4";
  system[4].head = "2";
  const Scores scores = score(gold, system);
  EXPECT_EQ(scores.punctuation(), Punctuation::kUnicode);
  expect_tally(scores[Metric::kUas], 3, 5, 5);
  expect_tally(scores[Metric::kUasNoPunct], 3, 4, 4);
  expect_tally(scores[Metric::kLasNoPunct], 3, 4, 4);
}

TEST(Scores, PunctuationIsWhatOneAsksFor) {
  Words gold = passive();
  gold.push_back({"$", "PUNCT", "4", "punct"});
  gold.push_back({"!", "SYM", "4", "punct"});
  Words system = gold;
  system[0].head = "4";
  system[5].head = "2";
  Scores scores = score(gold, system);
  EXPECT_EQ(scores.punctuation(), Punctuation::kUpos);
  expect_tally(scores.tally(Metric::kUasNoPunct, Punctuation::kUpos), 4, 5, 5);
  expect_tally(scores.tally(Metric::kLasNoPunct, Punctuation::kUpos), 4, 5, 5);
  expect_tally(scores.tally(Metric::kUasNoPunct, Punctuation::kUnicode), 3, 5, 5);
  expect_tally(scores.tally(Metric::kLasNoPunct, Punctuation::kUnicode), 3, 5, 5);
  expect_tally(scores.tally(Metric::kUasNoPunct, Punctuation::kNone), 5, 7, 7);
  expect_tally(scores.tally(Metric::kLas, Punctuation::kUnicode), 5, 7, 7);
  // Counts of a part without the tag are added to those of a part with it.
  for (test::Word& word : gold) word.upos = "_";
  scores.add(score(gold, gold));
  EXPECT_EQ(scores.punctuation(), Punctuation::kUpos);
  expect_tally(scores.tally(Metric::kUasNoPunct, Punctuation::kUnicode), 8, 10, 10);
  expect_tally(scores.tally(Metric::kLasNoPunct, Punctuation::kUnicode), 8, 10, 10);
}

TEST(Scores, WrongLabelWithRightHeadCountsForUasOnly) {
  Words system = passive();
  system[1].deprel = "obj";
  const Scores scores = score(passive(), system);
  expect_tally(scores[Metric::kUas], 5, 5, 5);
  expect_tally(scores[Metric::kLas], 4, 5, 5);
  expect_tally(scores[Metric::kClas], 1, 2, 2);
}

TEST(Scores, ContentWordsAreChosenByTheRelationsOfEachFile) {
  Words system = passive();
  system[0].deprel = "amod";   // function word in gold, content word here
  system[2].deprel = "xcomp";  // so is this
  const Scores more = score(passive(), system);
  expect_tally(more[Metric::kClas], 2, 2, 4);
  EXPECT_DOUBLE_EQ(more.percentage(Metric::kClas), 200.0 * 2 / 6);

  system = passive();
  system[1].deprel = "case";
  const Scores fewer = score(passive(), system);
  expect_tally(fewer[Metric::kClas], 1, 2, 1);
  EXPECT_DOUBLE_EQ(fewer.percentage(Metric::kClas), 200.0 * 1 / 3);
}

TEST(Scores, RelationsOutsideUniversalDependenciesAreNoContent) {
  Words gold = passive();
  gold[1].deprel = "SBJ";
  const Scores scores = score(gold, gold);
  expect_tally(scores[Metric::kLas], 5, 5, 5);
  expect_tally(scores[Metric::kClas], 1, 1, 1);
}

TEST(Scores, MlasAsksForTagAndFeatures) {
  Words system = passive();
  system[1].upos = "PROPN";
  EXPECT_EQ(score(passive(), system)[Metric::kMlas].correct, 1U);
  system = passive();
  system[3].feats = "VerbForm=Fin";
  EXPECT_EQ(score(passive(), system)[Metric::kMlas].correct, 1U);
  system = passive();
  system[1].xpos = "NNP";
  system[1].lemma = "cat";
  system[1].feats = "Number=Sing|Typo=Yes";
  EXPECT_EQ(score(passive(), system)[Metric::kMlas].correct, 2U);
}

TEST(Scores, MlasAsksForTheFunctionWords) {
  // Each changes one function word alone, and CLAS sees none of it.
  const auto mlas_after = [](auto change) {
    Words system = passive();
    change(system);
    const Scores scores = score(passive(), system);
    EXPECT_EQ(scores[Metric::kClas].correct, 2U);
    return scores[Metric::kMlas].correct;
  };
  EXPECT_EQ(mlas_after([](Words& w) { w[0].upos = "PRON"; }), 1U);
  EXPECT_EQ(mlas_after([](Words& w) { w[0].feats = "Definite=Ind"; }), 1U);
  EXPECT_EQ(mlas_after([](Words& w) { w[0].deprel = "case"; }), 1U);
  EXPECT_EQ(mlas_after([](Words& w) { w[0].deprel = "amod"; }), 1U);
  EXPECT_EQ(mlas_after([](Words& w) { w[4].deprel = "cc"; }), 1U) << "one too many";
  EXPECT_EQ(mlas_after([](Words& w) { w[0].head = "4"; }), 0U) << "moved from one to the other";
  EXPECT_EQ(mlas_after([](Words& w) { w[0].head = "_"; }), 1U);
  EXPECT_EQ(mlas_after([](Words& w) { w[0].deprel = "det:def"; }), 2U);
  EXPECT_EQ(mlas_after([](Words& w) { w[0].lemma = "a"; }), 2U);
  EXPECT_EQ(mlas_after([](Words& w) { w[4].upos = "SYM"; }), 2U) << "no function word";
}

TEST(Scores, MlasIgnoresFunctionWordsOfRoot) {
  Words gold = passive();
  gold[2].head = "0";
  Words system = gold;
  system[2].upos = "VERB";
  EXPECT_EQ(score(gold, system)[Metric::kMlas].correct, 2U);
}

TEST(Scores, FeatsComparesUniversalFeatures) {
  Words gold = passive();
  gold[1].feats = "Case=Nom|Number=Sing";
  gold[3].feats = "Number[psor]=Sing|VerbForm=Part";
  Words system = passive();
  system[1].feats = "Number=Sing|Case=Nom";
  system[2].feats = "Tense=Pres";
  const Scores scores = score(gold, system);
  expect_tally(scores[Metric::kFeats], 4, 5, 5);
  expect_tally(scores[Metric::kAllTags], 4, 5, 5);
}

TEST(Scores, AllTagsAsksForAllThreeTags) {
  Words system = passive();
  system[0].upos = "PRON";
  system[1].xpos = "NNS";
  system[2].feats = "_";
  const Scores scores = score(passive(), system);
  for (const Metric metric : {Metric::kUpos, Metric::kXpos, Metric::kFeats}) {
    expect_tally(scores[metric], 4, 5, 5);
  }
  expect_tally(scores[Metric::kAllTags], 2, 5, 5);
}

TEST(Scores, AnyLemmaIsRightWhereGoldHasNone) {
  Words gold = passive();
  gold[1].lemma = "_";
  Words system = passive();
  system[3].lemma = "_";
  const Scores scores = score(gold, system);
  expect_tally(scores[Metric::kLemma], 4, 5, 5);
  expect_tally(scores[Metric::kBlex], 1, 2, 2);
}

TEST(Scores, TakeSeveralRoots) {
  const Words gold{{"a", "X", "0", "root"}, {"b", "X", "0", "root"}, {"c", "X", "2", "conj"}};
  const Words system{{"a", "X", "0", "root"}, {"b", "X", "1", "root"}, {"c", "X", "0", "conj"}};
  expect_tally(score(gold, gold)[Metric::kUas], 3, 3, 3);
  expect_tally(score(gold, system)[Metric::kUas], 1, 3, 3);
  expect_tally(score(gold, system)[Metric::kClas], 1, 3, 3);
}

TEST(Scores, LeaveOutHeadsThatGoldLacks) {
  Words gold = passive();
  gold[0].head = "_";
  gold[1].head = "_";
  gold[1].lemma = "cat";
  const Scores scores = score(gold, passive());
  EXPECT_EQ(scores.words_without_gold_head(), 2U);
  EXPECT_EQ(scores.words_without_system_head(), 0U);
  expect_tally(scores[Metric::kUas], 3, 3, 3);
  expect_tally(scores[Metric::kMlas], 1, 1, 1);
  expect_tally(scores[Metric::kUpos], 5, 5, 5);
  expect_tally(scores[Metric::kLemma], 4, 5, 5);
  EXPECT_EQ(scores.words(), 5U);
}

TEST(Scores, AWordLeftOutIsNoFunctionWordEither) {
  Words gold = passive();
  gold[2].head = "_";
  expect_tally(score(gold, passive())[Metric::kMlas], 2, 2, 2);
}

TEST(Scores, HeadsThatTheSystemLacksAreWrong) {
  Words system = passive();
  system[1].head = "_";
  const Scores scores = score(passive(), system);
  EXPECT_EQ(scores.words_without_system_head(), 1U);
  expect_tally(scores[Metric::kUas], 4, 5, 5);
  expect_tally(scores[Metric::kClas], 1, 2, 2);
  Words neither = passive();
  neither[1].head = "_";
  expect_tally(score(neither, neither)[Metric::kUas], 4, 4, 4);
}

TEST(Scores, AddUp) {
  Words system = passive();
  system[1].head = "1";
  system[0].head = "4";
  system[2].upos = "VERB";
  Scores sum = score(passive(), passive());
  sum.add(score(passive(), system));
  const std::string gold = test::text_of(passive());
  const Scores whole = score_text(gold + gold, gold + test::text_of(system));
  EXPECT_EQ(sum.words(), whole.words());
  EXPECT_EQ(sum.sentences(), whole.sentences());
  for (const Metric metric : all_metrics()) {
    const Tally& tally = whole[metric];
    expect_tally(sum[metric], tally.correct, tally.gold, tally.system);
  }
}

TEST(Scores, IgnoreMultiwordTokensAndEmptyNodes) {
  const std::string system = test::text_of(passive());
  const std::string gold = "1-2\tThedog\t_\t_\t_\t_\t_\t_\t_\t_\n" +
                           system.substr(0, system.size() - 1) +
                           "5.1\tx\tx\tX\t_\t_\t_\t_\t4:dep\t_\n\n";
  EXPECT_DOUBLE_EQ(score_text(gold, system).percentage(Metric::kLas), 100.0);
  EXPECT_EQ(score_text(system, gold).words(), 5U);
}

}  // namespace
}  // namespace panarc
