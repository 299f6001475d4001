#include "train/corpus.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/sample.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

using testing::ElementsAre;

struct Word {
  std::string_view form;
  std::string_view head;
  std::string_view deprel;
  std::string_view lemma = "_";
};

Sentence sentence(const std::vector<Word>& words) {
  std::string text;
  int id = 0;
  for (const Word& word : words) {
    text += fmt::format("{}\t{}\t{}\t_\t_\t_\t{}\t{}\t_\t_\n", ++id, word.form, word.lemma,
                        word.head, word.deprel);
  }
  return Sentence::parse(text + "\n");
}

Corpus corpus_of(std::vector<Sentence> sentences, int rare_count = 1,
                 std::optional<PseudoProjective> scheme = std::nullopt) {
  return Corpus(std::move(sentences), scheme, rare_count);
}

TEST(Corpus, LabelsForRootAreLast) {
  const Corpus corpus = corpus_of({sentence({{"a", "2", "nsubj"}, {"b", "0", "root"}}),
                                   sentence({{"a", "0", "zero"}, {"b", "1", "amod"}})});
  EXPECT_THAT(corpus.labels().names, ElementsAre("amod", "nsubj", "root", "zero"));
  EXPECT_EQ(corpus.labels().under_root, 2);
  EXPECT_EQ(corpus.labels().set().range(true).first, 2);
}

TEST(Corpus, ALabelIsForRootIfThatIsWhereItMostlyStands) {
  // root stands elsewhere once, parataxis under ROOT once.
  const Corpus corpus =
      corpus_of({sentence({{"a", "0", "root"}, {"b", "1", "parataxis"}, {"c", "1", "parataxis"}}),
                 sentence({{"a", "0", "root"}, {"b", "1", "root"}}),
                 sentence({{"a", "0", "parataxis"}, {"b", "1", "dep"}})});
  EXPECT_THAT(corpus.labels().names, ElementsAre("dep", "parataxis", "root"));
  EXPECT_EQ(corpus.labels().under_root, 1);
}

TEST(Corpus, GoldHasHeadsAndLabels) {
  Corpus corpus = corpus_of({sentence({{"a", "2", "nsubj"}, {"b", "0", "root"}, {"c", "_", "_"}})});
  corpus.encode({});
  Random random(1);
  const Gold& gold = corpus.prepare(0, 0, random).gold;
  EXPECT_EQ(gold.head(1), 2);
  EXPECT_EQ(gold.head(2), kRoot);
  EXPECT_EQ(gold.known(3), Gold::Known::kNothing);
  EXPECT_EQ(gold.label(1), 0);
  EXPECT_EQ(gold.label(2), 1);
  EXPECT_EQ(gold.label(3), kNoLabel);
}

TEST(Corpus, TellsWhetherAllHaveASingleRoot) {
  const Sentence one = sentence({{"a", "0", "root"}, {"b", "1", "dep"}});
  const Sentence two = sentence({{"a", "0", "root"}, {"b", "0", "root"}});
  const Sentence none = sentence({{"a", "2", "dep"}, {"b", "_", "_"}});
  EXPECT_TRUE(corpus_of({one, one}).has_single_roots());
  EXPECT_FALSE(corpus_of({one, two}).has_single_roots());
  EXPECT_FALSE(corpus_of({one, none}).has_single_roots());
}

class CorpusWords : public testing::Test {
 protected:
  const std::vector<WordColumn> columns_{
      {Attribute::kForm, 0, ""}, {Attribute::kLemma, 0, ""}, {Attribute::kSuffix, 1, ""}};
  const Sentence first_ = sentence({{"the", "2", "det", "the"}, {"cat", "0", "root", "cat"}});
  const Sentence second_ = sentence({{"the", "2", "det", "the"}, {"cats", "0", "root", "cat"}});
};

TEST_F(CorpusWords, KnowsAllFormsAndLemmas) {
  const Corpus corpus = corpus_of({first_, second_});
  for (const char* form : {"the", "cat", "cats"}) {
    EXPECT_TRUE(corpus.known_words().contains(word_hash(Attribute::kForm, form)));
  }
  EXPECT_TRUE(corpus.known_words().contains(word_hash(Attribute::kLemma, "cat")));
  EXPECT_FALSE(corpus.known_words().contains(word_hash(Attribute::kLemma, "cats")));
  EXPECT_FALSE(corpus.known_words().contains(word_hash(Attribute::kForm, "dog")));
}

TEST_F(CorpusWords, RareWordsAreUnknownAsOftenAsAskedFor) {
  Corpus corpus = corpus_of({first_, second_});
  corpus.encode(columns_);
  Random random(1);
  int unknown = 0;
  for (int i = 0; i < 1000; ++i) {
    const EncodedSentence& words = corpus.prepare(1, 0.3, random).words;
    // "the" and the lemma "cat" occur twice, "cats" once.
    EXPECT_EQ(words.value(1, 0), word_hash(Attribute::kForm, "the"));
    EXPECT_EQ(words.value(2, 1), word_hash(Attribute::kLemma, "cat"));
    EXPECT_NE(words.value(2, 2), kUnknownWord);
    const bool is_unknown = words.value(2, 0) == kUnknownWord;
    EXPECT_TRUE(is_unknown || words.value(2, 0) == word_hash(Attribute::kForm, "cats"));
    unknown += is_unknown ? 1 : 0;
  }
  EXPECT_NEAR(unknown, 300, 60);
  EXPECT_NE(corpus.prepare(1, 0, random).words.value(2, 0), kUnknownWord);
  EXPECT_EQ(corpus.prepare(1, 1, random).words.value(2, 0), kUnknownWord);
}

TEST_F(CorpusWords, HowOftenARareWordOccursCanBeChosen) {
  Random random(1);
  Corpus none = corpus_of({first_, second_}, 0);
  none.encode(columns_);
  EXPECT_EQ(none.prepare(1, 1, random).words.value(2, 0), word_hash(Attribute::kForm, "cats"));
  Corpus two = corpus_of({first_, second_}, 2);
  two.encode(columns_);
  EXPECT_EQ(two.prepare(1, 1, random).words.value(1, 0), kUnknownWord);
  EXPECT_EQ(two.prepare(1, 1, random).words.value(2, 1), kUnknownWord);
}

TEST(Corpus, LiftsNonProjectiveArcs) {
  Corpus corpus = corpus_of(test::sample("train"), 1, PseudoProjective::kHead);
  corpus.encode({});
  Random random(1);
  bool lifted = false;
  for (const std::string& name : corpus.labels().names) {
    lifted = lifted || name.find("↑") != std::string::npos;
  }
  EXPECT_TRUE(lifted);
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    EXPECT_TRUE(corpus.prepare(i, 0, random).gold.projective());
  }
  EXPECT_TRUE(corpus.has_single_roots());
  EXPECT_THAT(corpus.labels().names.back(), "root");
  EXPECT_EQ(corpus.labels().under_root, 1);
}

TEST(Corpus, LeavesSentencesWithoutAllHeadsAsTheyAre) {
  // 1 -> 3 crosses the arc to 2.
  Corpus corpus = corpus_of({sentence({{"a", "_", "_"}, {"b", "0", "root"}, {"c", "1", "dep"}})}, 1,
                            PseudoProjective::kHead);
  corpus.encode({});
  Random random(1);
  EXPECT_EQ(corpus.prepare(0, 0, random).gold.head(3), 1);
  EXPECT_THAT(corpus.labels().names, ElementsAre("dep", "root"));
}

TEST(Corpus, ForgetsArcsThatAreTooLong) {
  Corpus corpus = corpus_of({sentence({{"a", "0", "root"}, {"b", "1", "dep"}, {"c", "1", "dep"}})});
  corpus.drop_longer_than(1, RootPosition::kLast);
  corpus.encode({});
  Random random(1);
  const Gold& gold = corpus.prepare(0, 0, random).gold;
  EXPECT_EQ(gold.known(1), Gold::Known::kNothing);
  EXPECT_EQ(gold.head(2), 1);
  EXPECT_EQ(gold.known(3), Gold::Known::kNothing);
}

TEST(Corpus, ItsFingerprintTellsItsSentences) {
  const Sentence one = sentence({{"a", "0", "root"}, {"b", "1", "dep"}});
  const Sentence two = sentence({{"a", "0", "root"}, {"c", "1", "dep"}});
  const std::uint64_t both = corpus_of({one, two}).fingerprint();
  EXPECT_EQ(corpus_of({one, two}).fingerprint(), both);
  EXPECT_NE(corpus_of({two, one}).fingerprint(), both);
  EXPECT_NE(corpus_of({one}).fingerprint(), both);
  EXPECT_NE(corpus_of({one, one}).fingerprint(), both);
}

}  // namespace
}  // namespace panarc
