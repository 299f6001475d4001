#include "tag/tag_filler.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <span>
#include <string>
#include <vector>

#include "panarc/tagger.h"
#include "support/sample.h"

namespace panarc {
namespace {

constexpr std::array kFilled{Field::kUpos, Field::kXpos, Field::kFeats, Field::kLemma};

const Tagger& tagger_of_sample() {
  static const Tagger tagger = [] {
    TrainOptions options;
    options.epochs = 2;
    options.threads = 1;
    return train_tagger(test::sample("train", 80), {}, options);
  }();
  return tagger;
}

Sentence stripped(Sentence sentence) {
  for (Node word = 1; word <= sentence.size(); ++word) {
    for (const Field column : kFilled) sentence.set(word, column, "_");
  }
  return sentence;
}

std::string text_of(const Sentence& sentence) {
  std::string text;
  sentence.append_to(text);
  return text;
}

TEST(TagFiller, TagsWhatHasNoTagsLikeTheTagger) {
  TagFiller filler(tagger_of_sample().model());
  for (const Sentence& gold : test::sample("test", 10)) {
    Sentence filled = stripped(gold);
    filler.fill(filled);
    Sentence tagged = stripped(gold);
    tagger_of_sample().tag(tagged);
    EXPECT_EQ(text_of(filled), text_of(tagged));
  }
}

TEST(TagFiller, LeavesWhatIsTaggedAsItWasRead) {
  TagFiller filler(tagger_of_sample().model());
  for (Sentence sentence : test::sample("test", 30)) {
    bool has_features = false;
    for (Node word = 1; word <= sentence.size(); ++word) {
      has_features |= sentence.feats(word) != "_";
    }
    if (!has_features) continue;
    filler.fill(sentence);
    EXPECT_FALSE(sentence.changed());
  }
}

TEST(TagFiller, FillsFeaturesOnlyWhereNoWordHasSome) {
  TagFiller filler(tagger_of_sample().model());
  Sentence sentence = test::sample("test", 1).front();
  ASSERT_GT(sentence.size(), 2);
  for (Node word = 1; word <= sentence.size(); ++word) sentence.set(word, Field::kFeats, "_");
  sentence.set(1, Field::kFeats, "Number=Sing");
  filler.fill(sentence);
  for (Node word = 2; word <= sentence.size(); ++word) EXPECT_EQ(sentence.feats(word), "_");
  sentence.set(1, Field::kFeats, "_");
  filler.fill(sentence);
  bool has_features = false;
  for (Node word = 1; word <= sentence.size(); ++word) has_features |= sentence.feats(word) != "_";
  EXPECT_TRUE(has_features);
}

TEST(TagFiller, LemmasAreThoseOfTheTagsThatAreGiven) {
  const std::vector<Sentence::Word> words{{.form = "left", .lemma = "left", .upos = "ADJ"},
                                          {.form = "left", .lemma = "leave", .upos = "VERB"}};
  TrainOptions options;
  options.epochs = 2;
  options.threads = 1;
  const std::vector<Sentence> training(3, Sentence::from_words(words));
  const Tagger tagger = train_tagger(training, {}, options);
  for (const Sentence::Word& word : words) {
    const Sentence::Word given{.form = word.form, .upos = word.upos};
    Sentence sentence = Sentence::from_words(std::span(&given, 1));
    tagger.fill(sentence);
    EXPECT_EQ(sentence.upos(1), word.upos);
    EXPECT_EQ(sentence.lemma(1), word.lemma);
  }
}

/// Tags are those of the tagger, lemmas those that it gives to what then stands in the other
/// columns.
RC_GTEST_PROP(TagFiller, WhatIsThereStaysAndTheRestIsThatOfTheTagger, ()) {
  static const std::vector<Sentence> sample = test::sample("test", 20);
  std::vector<Sentence> sentences;
  for (const Sentence& gold : sample) {
    Sentence sentence = gold;
    for (Node word = 1; word <= sentence.size(); ++word) {
      for (const Field column : {Field::kUpos, Field::kXpos, Field::kLemma}) {
        if (*rc::gen::arbitrary<bool>()) sentence.set(word, column, "_");
      }
    }
    sentences.push_back(sentence);
  }
  std::vector<Sentence> filled = sentences;
  std::vector<Sentence*> pointers;
  for (Sentence& sentence : filled) pointers.push_back(&sentence);
  TagFiller filler(tagger_of_sample().model());
  filler.fill(pointers);
  for (std::size_t i = 0; i < filled.size(); ++i) {
    Sentence tagged = sentences[i];
    tagger_of_sample().tag(tagged);
    Sentence lemmatized = filled[i];
    Sentence* const one = &lemmatized;
    TagModel::Worker(tagger_of_sample().model()).tag(std::span(&one, 1), 1);
    for (Node word = 1; word <= tagged.size(); ++word) {
      for (const Field column : {Field::kUpos, Field::kXpos, Field::kLemma}) {
        const bool missing = sentences[i].field(word, column) == "_";
        const Sentence& predicted = column == Field::kLemma ? lemmatized : tagged;
        RC_ASSERT(filled[i].field(word, column) ==
                  (missing ? predicted : sentences[i]).field(word, column));
      }
    }
  }
}

}  // namespace
}  // namespace panarc
