#include "train/corpus.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/groups.h"
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
  return Sentence::from_text(text + "\n");
}

Corpus corpus_of(const std::vector<Sentence>& sentences, const CorpusOptions& options = {},
                 std::span<const WordColumn> columns = {}) {
  return Corpus(sentences, options, columns);
}

TEST(Corpus, LabelsForRootAreFirst) {
  const Corpus corpus = corpus_of({sentence({{"a", "2", "nsubj"}, {"b", "0", "root"}}),
                                   sentence({{"a", "0", "zero"}, {"b", "1", "amod"}})});
  EXPECT_THAT(corpus.labels().names, ElementsAre("root", "zero", "amod", "nsubj"));
  EXPECT_EQ(corpus.labels().under_root, 2);
  EXPECT_EQ(corpus.labels().set().range(false).first, 2);
}

TEST(Corpus, ALabelIsForRootIfThatIsWhereItMostlyStands) {
  // root stands elsewhere once, parataxis under ROOT once.
  const Corpus corpus =
      corpus_of({sentence({{"a", "0", "root"}, {"b", "1", "parataxis"}, {"c", "1", "parataxis"}}),
                 sentence({{"a", "0", "root"}, {"b", "1", "root"}}),
                 sentence({{"a", "0", "parataxis"}, {"b", "1", "dep"}})});
  EXPECT_THAT(corpus.labels().names, ElementsAre("root", "dep", "parataxis"));
  EXPECT_EQ(corpus.labels().under_root, 1);
}

TEST(Corpus, GoldHasHeadsAndLabels) {
  const Corpus corpus =
      corpus_of({sentence({{"a", "2", "nsubj"}, {"b", "0", "root"}, {"c", "_", "_"}})});
  const Gold& gold = corpus.examples()[0].known.any();
  EXPECT_EQ(gold.head(1), 2);
  EXPECT_EQ(gold.head(2), kRoot);
  EXPECT_FALSE(gold.knows_head(3));
  EXPECT_EQ(gold.label(1), 1);
  EXPECT_EQ(gold.label(2), 0);
  EXPECT_EQ(gold.label(3), kNoLabel);
}

TEST(Corpus, TellsWhetherAllHaveASingleRoot) {
  const Sentence one = sentence({{"a", "0", "root"}, {"b", "1", "dep"}});
  const Sentence two = sentence({{"a", "0", "root"}, {"b", "0", "root"}});
  // Nothing says that one of these has two roots.
  const Sentence part = sentence({{"a", "0", "root"}, {"b", "_", "_"}});
  const Sentence none = sentence({{"a", "2", "dep"}, {"b", "_", "_"}});
  EXPECT_TRUE(corpus_of({one, one}).has_single_roots());
  EXPECT_FALSE(corpus_of({one, two}).has_single_roots());
  EXPECT_TRUE(corpus_of({one, part, none}).has_single_roots());
  EXPECT_FALSE(corpus_of({one, part, two}).has_single_roots());
  EXPECT_FALSE(corpus_of({none}).has_single_roots());
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
    EXPECT_TRUE(corpus.names().words->contains(word_hash(Attribute::kForm, form)));
  }
  EXPECT_TRUE(corpus.names().words->contains(word_hash(Attribute::kLemma, "cat")));
  EXPECT_FALSE(corpus.names().words->contains(word_hash(Attribute::kLemma, "cats")));
  EXPECT_FALSE(corpus.names().words->contains(word_hash(Attribute::kForm, "dog")));
}

TEST_F(CorpusWords, RareWordsAreUnknownAsOftenAsAskedFor) {
  const Corpus corpus = corpus_of({first_, second_}, {}, columns_);
  const Example& example = corpus.examples()[1];
  Random random(1);
  EncodedSentence words;
  int unknown = 0;
  for (int i = 0; i < 1000; ++i) {
    example.draw_words(0.3, random, words);
    // "the" and the lemma "cat" occur twice, "cats" once.
    EXPECT_EQ(words.value(1, 0), word_hash(Attribute::kForm, "the"));
    EXPECT_EQ(words.value(2, 1), word_hash(Attribute::kLemma, "cat"));
    EXPECT_NE(words.value(2, 2), kUnknownWord);
    const bool is_unknown = words.value(2, 0) == kUnknownWord;
    EXPECT_TRUE(is_unknown || words.value(2, 0) == word_hash(Attribute::kForm, "cats"));
    unknown += is_unknown ? 1 : 0;
  }
  EXPECT_NEAR(unknown, 300, 60);
  example.draw_words(0, random, words);
  EXPECT_NE(words.value(2, 0), kUnknownWord);
  example.draw_words(1, random, words);
  EXPECT_EQ(words.value(2, 0), kUnknownWord);
}

TEST_F(CorpusWords, HowOftenARareWordOccursCanBeChosen) {
  Random random(1);
  EncodedSentence words;
  const Corpus none = corpus_of({first_, second_}, {.rare_count = 0}, columns_);
  none.examples()[1].draw_words(1, random, words);
  EXPECT_EQ(words.value(2, 0), word_hash(Attribute::kForm, "cats"));
  const Corpus two = corpus_of({first_, second_}, {.rare_count = 2}, columns_);
  two.examples()[1].draw_words(1, random, words);
  EXPECT_EQ(words.value(1, 0), kUnknownWord);
  EXPECT_EQ(words.value(2, 1), kUnknownWord);
}

TEST(Corpus, LiftsNonProjectiveArcs) {
  const Corpus corpus =
      corpus_of(test::sample("train"), {.pseudo_projective = PseudoProjective::kHead});
  bool lifted = false;
  for (const std::string& name : corpus.labels().names) {
    lifted = lifted || name.find("↑") != std::string::npos;
  }
  EXPECT_TRUE(lifted);
  for (const Example& example : corpus.examples()) EXPECT_TRUE(example.known.any().projective());
  EXPECT_TRUE(corpus.has_single_roots());
  EXPECT_THAT(corpus.labels().names.front(), "root");
  EXPECT_EQ(corpus.labels().under_root, 1);
}

TEST(Corpus, LeavesSentencesWithoutAllHeadsAsTheyAre) {
  // 1 -> 3 crosses the arc to 2.
  const Corpus corpus =
      corpus_of({sentence({{"a", "_", "_"}, {"b", "0", "root"}, {"c", "1", "dep"}})},
                {.pseudo_projective = PseudoProjective::kHead});
  EXPECT_EQ(corpus.examples()[0].known.any().head(3), 1);
  EXPECT_THAT(corpus.labels().names, ElementsAre("root", "dep"));
}

TEST(Corpus, ForgetsArcsThatAreTooLong) {
  TEST_NEEDS_ONE_THREAD();
  const Corpus corpus =
      corpus_of({sentence({{"a", "0", "root"}, {"b", "1", "dep"}, {"c", "1", "dep"}})},
                {.span = 1, .root = RootPosition::kLast});
  const Gold& gold = corpus.examples()[0].known.any();
  EXPECT_FALSE(gold.knows_head(1));
  EXPECT_EQ(gold.head(2), 1);
  EXPECT_FALSE(gold.knows_head(3));
}

TEST(Corpus, MarksSayWhatIsKnownOfWordsWithoutAHead) {
  const Sentence marked = Sentence::from_text(
      "1\ta\t_\t_\t_\t_\t_\t_\t_\tHeads=2,3\n2\tb\t_\t_\t_\t_\t0\troot\t_\t_\n"
      "3\tc\t_\t_\t_\t_\t_\tobj\t_\tSide=left|Labels=obj,new\n\n");
  const std::vector<Sentence> sentences{marked, sentence({{"a", "2", "obj"}, {"b", "0", "root"}})};
  const Corpus without = corpus_of(sentences);
  EXPECT_FALSE(without.examples()[0].known.any().knows_head(1));
  const Corpus with = corpus_of(sentences, {.constraints = true});
  const Gold& gold = with.examples()[0].known.any();
  EXPECT_THAT(gold.heads(1), ElementsAre(2, 3));
  EXPECT_EQ(gold.head(2), kRoot);
  EXPECT_EQ(gold.side(3), Side::kLeft);
  EXPECT_EQ(with.labels().names[static_cast<std::size_t>(gold.label(3))], "obj");
  EXPECT_TRUE(with.examples()[1].known.any().is_tree());
}

TEST(Corpus, DrawsAPartOfWhatIsKnown) {
  const std::vector<Sentence> sentences = test::sample("train", 20);
  const Corpus corpus = corpus_of(sentences);
  Random random(1);
  int all = 0;
  int kept = 0;
  for (const Example& example : corpus.examples()) {
    const Gold three = example.draw_known(3, random).any();
    const Gold half = example.draw_known(0.5, random).any();
    int left = 0;
    for (Node word = 1; word <= example.known.any().words(); ++word) {
      for (const Gold* gold : {&three, &half}) {
        EXPECT_EQ(gold->none_value(word), 0);
        if (!gold->knows_head(word)) continue;
        EXPECT_EQ(gold->head(word), example.known.any().head(word));
      }
      left += three.knows_head(word) ? 1 : 0;
      kept += half.knows_head(word) ? 1 : 0;
      ++all;
    }
    EXPECT_EQ(left, std::min(3, example.known.any().words()));
  }
  EXPECT_NEAR(kept, all / 2, all / 10);
}

TEST(Corpus, ItsFingerprintTellsItsSentences) {
  const Sentence one = sentence({{"a", "0", "root"}, {"b", "1", "dep"}});
  const Sentence two = sentence({{"a", "0", "root"}, {"c", "1", "dep"}});
  const auto of = [](const std::vector<Sentence>& sentences) { return fingerprint_of(sentences); };
  const std::uint64_t both = of({one, two});
  EXPECT_EQ(of({one, two}), both);
  EXPECT_NE(of({two, one}), both);
  EXPECT_NE(of({one}), both);
  EXPECT_NE(of({one, one}), both);
}

}  // namespace
}  // namespace panarc
