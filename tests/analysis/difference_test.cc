#include "panarc/analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/annotated.h"
#include "support/message_of.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Agreement agreement_of(const std::string& a, const std::string& b) {
  TreebankReader first = TreebankReader::from_text(a, "a");
  TreebankReader second = TreebankReader::from_text(b, "b");
  return compare(first, second);
}

/// One word under ROOT per relation, `_` for none.
std::string words_with(const std::vector<std::string>& relations) {
  test::Words words;
  for (const std::string& relation : relations) words.push_back({"w", "X", "0", relation});
  return test::text_of(words);
}

const test::Words kA{{"we", "PRON", "2", "nsubj", "Case=Nom|Person=1"},
                     {"saw", "VERB", "0", "root"},
                     {"it", "PRON", "2", "obj", "_", "it", "PRP"},
                     {"here", "ADV", "2", "advmod"}};

TEST(Difference, IsFoundInEveryColumn) {
  test::Words b = kA;
  b[0].head = "4";                                         // head only
  b[1].deprel = "parataxis";                               // label only
  b[2] = {"it", "DET", "0", "dep", "A=B", "they", "PRN"};  // all
  const auto found = find_differences(Sentence::from_text(test::text_of(kA)),
                                      Sentence::from_text(test::text_of(b)));
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].word, 1);
  EXPECT_THAT(found[0].kinds, ElementsAre(DifferenceKind::kHead));
  ASSERT_EQ(found[0].fields.size(), 1U);
  EXPECT_EQ(found[0].fields[0].field, Field::kHead);
  EXPECT_EQ(found[0].fields[0].a, "2");
  EXPECT_EQ(found[0].fields[0].b, "4");
  EXPECT_THAT(found[1].kinds, ElementsAre(DifferenceKind::kLabel));
  EXPECT_THAT(found[2].kinds,
              ElementsAre(DifferenceKind::kHeadAndLabel, DifferenceKind::kUpos,
                          DifferenceKind::kXpos, DifferenceKind::kFeats, DifferenceKind::kLemma));
  EXPECT_EQ(found[2].fields.size(), 6U);
}

TEST(Difference, OfFeaturesIsWhatOneOfThemLacks) {
  const auto features = [](std::string_view a, std::string_view b) {
    const auto found =
        find_differences(Sentence::from_text(test::text_of({{"w", "X", "0", "root", a}})),
                         Sentence::from_text(test::text_of({{"w", "X", "0", "root", b}})));
    return found.empty() ? "none" : found[0].fields[0].a + " " + found[0].fields[0].b;
  };
  EXPECT_EQ(features("Case=Nom|Number=Sing", "Case=Acc|Number=Sing"), "Case=Nom Case=Acc");
  EXPECT_EQ(features("Case=Nom|Number=Sing", "Number=Sing|Case=Nom"), "none");
  EXPECT_EQ(features("_", "Case=Nom"), "_ Case=Nom");
  EXPECT_EQ(features("Other=1", "_"), "Other=1 _") << "not only universal features";
}

TEST(Agreement, CountsSentencesWordsAndKinds) {
  test::Words b = kA;
  b[0].head = "4";
  b[0].upos = "X";
  b[3].deprel = "obl";
  const std::string a_text = test::text_of(kA) + test::text_of(kA);
  const Agreement agreement = agreement_of(a_text, test::text_of(b) + test::text_of(kA));
  EXPECT_EQ(agreement.sentences(), 2U);
  EXPECT_EQ(agreement.different_sentences(), 1U);
  EXPECT_EQ(agreement.words(), 8U);
  EXPECT_EQ(agreement.different_words(), 2U);
  EXPECT_EQ(agreement.count(DifferenceKind::kHead), 1U);
  EXPECT_EQ(agreement.count(DifferenceKind::kLabel), 1U);
  EXPECT_EQ(agreement.count(DifferenceKind::kHeadAndLabel), 0U);
  EXPECT_EQ(agreement.count(DifferenceKind::kUpos), 1U);
  EXPECT_DOUBLE_EQ(agreement.uas().percentage(), 100.0 * 7 / 8);
  EXPECT_DOUBLE_EQ(agreement.las().percentage(), 100.0 * 6 / 8);
  EXPECT_DOUBLE_EQ(agreement.labels().percentage(), 100.0 * 7 / 8);
}

TEST(Agreement, KnowsSubtypes) {
  const Agreement agreement = agreement_of(words_with({"a:x", "b"}), words_with({"a:y", "b"}));
  EXPECT_EQ(agreement.las().correct, 2U);
  EXPECT_EQ(agreement.las_full().correct, 1U);
  EXPECT_EQ(agreement.labels().correct, 1U);
}

TEST(Agreement, LeavesOutWhatNeitherAnnotated) {
  const auto text = [](std::string_view head, std::string_view relation) {
    return test::text_of({{"a", "X", "0", "root"}, {"b", "X", head, relation}});
  };
  const Agreement neither = agreement_of(text("_", "_"), text("_", "_"));
  EXPECT_EQ(neither.uas().gold, 1U);
  EXPECT_EQ(neither.labels().gold, 1U);
  const Agreement one = agreement_of(text("_", "_"), text("1", "dep"));
  EXPECT_EQ(one.uas().gold, 2U);
  EXPECT_EQ(one.uas().correct, 1U);
  EXPECT_EQ(one.labels().correct, 1U);
  EXPECT_EQ(one.labels().gold, 2U);
}

// Four words; A has x twice and y twice, B x once and y three times; three agree. So o = 3/4, and
// e = 2/4 * 1/4 + 2/4 * 3/4 = 1/2.
TEST(Agreement, IsCohensKappaOfAnExampleByHand) {
  const Agreement agreement =
      agreement_of(words_with({"x", "x", "y", "y"}), words_with({"x", "y", "y", "y"}));
  ASSERT_TRUE(agreement.kappa().has_value());
  EXPECT_DOUBLE_EQ(*agreement.kappa(), 0.5);
}

// Ten words, 7 of which agree. A: x 4, y 3, z 3; B: x 4, y 4, z 2.
// e = (16 + 12 + 6) / 100 = 0.34, and kappa = (0.7 - 0.34) / 0.66 = 6/11.
TEST(Agreement, IsCohensKappaOfALargerExampleByHand) {
  const auto a = words_with({"x", "x", "x", "x", "y", "y", "y", "z", "z", "z"});
  const auto b = words_with({"x", "x", "x", "y", "x", "y", "y", "y", "z", "z"});
  EXPECT_DOUBLE_EQ(*agreement_of(a, b).kappa(), 6.0 / 11);
  EXPECT_DOUBLE_EQ(*agreement_of(b, a).kappa(), 6.0 / 11) << "it is symmetric";
  EXPECT_DOUBLE_EQ(*agreement_of(a, a).kappa(), 1.0);
}

TEST(Agreement, MayBeLessThanChance) {
  EXPECT_DOUBLE_EQ(*agreement_of(words_with({"x", "y"}), words_with({"y", "x"})).kappa(), -1.0);
}

TEST(Agreement, HasNoKappaOfOneLabel) {
  EXPECT_FALSE(agreement_of(words_with({"x", "x"}), words_with({"x", "x"})).kappa().has_value());
  EXPECT_FALSE(agreement_of(words_with({"_"}), words_with({"_"})).kappa().has_value());
}

TEST(Agreement, ListsConfusionsByFrequency) {
  const auto confusions =
      agreement_of(words_with({"x", "x", "y", "y", "z"}), words_with({"z", "y", "z", "z", "z"}))
          .confusions();
  ASSERT_EQ(confusions.size(), 3U);
  EXPECT_EQ(confusions[0].a, "y");
  EXPECT_EQ(confusions[0].b, "z");
  EXPECT_EQ(confusions[0].count, 2U);
  EXPECT_EQ(confusions[1].b, "y") << "in order where as frequent";
}

TEST(Compare, VisitsEverySentence) {
  const std::string text = words_with({"x"}) + words_with({"y", "y"});
  TreebankReader a = TreebankReader::from_text(text);
  TreebankReader b = TreebankReader::from_text(text);
  std::vector<std::string> seen;
  compare(a, b, [&](const ComparedSentence& pair) {
    seen.push_back(fmt::format("{}:{}", pair.number, pair.b.size()));
    EXPECT_THAT(pair.words, IsEmpty());
  });
  EXPECT_THAT(seen, ElementsAre("1:1", "2:2"));
}

TEST(Compare, RefusesOtherWords) {
  const std::string one = words_with({"x"});
  EXPECT_EQ(test::message_of([&] { agreement_of(one + one, one); }),
            "a:3: sentence 2 of the first file has no counterpart: the second file ends after 1 "
            "sentence");
  EXPECT_THAT(test::message_of([&] {
                agreement_of(one, words_with({"x", "x"}));
              }),
              HasSubstr("b:1: sentence 1 has 2 words: expected 1 word"));
  EXPECT_EQ(test::message_of([] { agreement_of("", ""); }),
            "a: there are no words to compare in either file");
}

}  // namespace
}  // namespace panarc
