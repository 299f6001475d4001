#include "panarc/tagger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <span>
#include <string>
#include <vector>

#include "evaluate/comparison.h"
#include "io/model_file.h"
#include "panarc/error.h"
#include "support/message_of.h"
#include "support/sample.h"
#include "tag/linear_tagger.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::array kTagged{Field::kLemma, Field::kUpos, Field::kXpos, Field::kFeats};

/// A copy without what a tagger is to find.
Sentence without_tags(const Sentence& sentence) {
  Sentence copy = sentence;
  for (Node word = 1; word <= copy.size(); ++word) {
    for (const Field column : kTagged) copy.set(word, column, "_");
  }
  return copy;
}

Scores score(const Tagger& tagger, std::span<const Sentence> gold) {
  Scores scores;
  SentenceComparison comparison;
  for (const Sentence& sentence : gold) {
    Sentence tagged = without_tags(sentence);
    tagger.tag(tagged);
    comparison.compare(sentence, tagged);
    scores.add(comparison);
  }
  return scores;
}

std::string tagged_sample(const Tagger& tagger) {
  std::string text;
  for (const Sentence& sentence : test::sample("test", 20)) {
    Sentence tagged = without_tags(sentence);
    tagger.tag(tagged);
    tagged.append_to(text);
  }
  return text;
}

TrainOptions quick(std::size_t threads = 1) {
  TrainOptions options;
  options.epochs = 5;
  options.threads = threads;
  return options;
}

const Tagger& trained() {
  static const Tagger tagger = train_tagger(test::sample("train"), test::sample("dev"), quick());
  return tagger;
}

std::span<const std::byte> as_span(const std::string& bytes) {
  return std::as_bytes(std::span(bytes));
}

TEST(Tagger, LearnsTheSample) {
  const auto columns = trained().columns();
  EXPECT_EQ(columns.front(), Field::kUpos);
  EXPECT_EQ(columns.back(), Field::kLemma);
  const Scores scores = score(trained(), test::sample("test"));
  // The most frequent tag of each word comes to less.
  EXPECT_GT(scores.percentage(Metric::kUpos), 92);
  EXPECT_GT(scores.percentage(Metric::kFeats), 90);
  EXPECT_GT(scores.percentage(Metric::kLemma), 92);
}

TEST(Tagger, IsTheSameForAnyNumberOfThreads) {
  const Tagger other = train_tagger(test::sample("train"), test::sample("dev"), quick(2));
  EXPECT_EQ(trained().bytes(), other.bytes());
}

TEST(Tagger, EveryStrategyTrainsOne) {
  const auto training = test::sample("train", 60);
  const auto held_out = test::sample("test", 40);
  for (const std::string& name : strategy_names()) {
    TrainOptions options = quick();
    options.strategy = name;
    options.beam = 4;
    const Tagger tagger = train_tagger(training, {}, options);
    EXPECT_GT(score(tagger, held_out).percentage(Metric::kUpos), 70) << name;
  }
}

TEST(Tagger, IsLoadedAsItWasSaved) {
  const std::string bytes = trained().bytes();
  const Tagger loaded = Tagger::from_memory(as_span(bytes));
  EXPECT_EQ(tagged_sample(loaded), tagged_sample(trained()));
  EXPECT_EQ(loaded.bytes(), bytes);
}

TEST(Tagger, TagsTextOfAnyKind) {
  for (const char* const form : {"x", "_", "ﷺ", "😀😀", "İstanbul", "--", "a b", "\xC2\xA0"}) {
    const Sentence::Word word{.form = form};
    Sentence sentence = Sentence::from_words(std::span(&word, 1));
    trained().tag(sentence);
    EXPECT_NE(sentence.upos(1), "_") << form;
  }
}

TEST(Tagger, AnyChangeOfAFileIsAnErrorOrATagger) {
  const std::string bytes = trained().bytes();
  const ModelFile whole = ModelFile::from_memory(as_span(bytes), "whole");
  std::mt19937 random(1);
  const auto changed = [&](std::string_view section) {
    ModelFileWriter writer;
    for (const std::string_view name : whole.section_names()) {
      std::string contents(whole.text(name));
      if (name == section && !contents.empty()) {
        for (int i = 0; i < 3; ++i) {
          char& byte = contents[random() % contents.size()];
          byte = static_cast<char>(static_cast<unsigned>(byte) ^ (1U << (random() % 8U)));
        }
      }
      writer.add(name, contents);
    }
    return writer.bytes();
  };
  const Sentence sentence = without_tags(test::sample("test", 1).front());
  std::size_t errors = 0;
  for (const std::string_view section : whole.section_names()) {
    for (int i = 0; i < 20; ++i) {
      const std::string other = changed(section);
      try {
        const Tagger tagger = Tagger::from_memory(as_span(other));
        Sentence copy = sentence;
        tagger.tag(copy);
      } catch (const Error&) {
        ++errors;
      }
    }
  }
  EXPECT_GT(errors, 0U);
}

TEST(Tagger, RefusesOptionsOfParsers) {
  TrainOptions options;
  options.system = "arc-eager";
  EXPECT_THAT(test::message_of([&] { train_tagger(test::sample("train", 5), {}, options); }),
              HasSubstr("it is for parsers, not for taggers"));
}

TEST(Tagger, RefusesTemplatesThatAskForTrees) {
  const auto message = [](const std::string& templates) {
    return test::message_of([&] { tagging_templates(templates); });
  };
  EXPECT_EQ(message("b0.form s0.tag+b1.suffix3 b0p.form"), "no error");
  EXPECT_THAT(message("s0.label"), HasSubstr("asks for s0.label"));
  EXPECT_THAT(message("s0h.form"), HasSubstr("asks for s0h.form"));
  EXPECT_THAT(message("b0.tag"), HasSubstr("asks for b0.tag"));
  EXPECT_THAT(message("history1"), HasSubstr("asks for history1"));
}

TEST(Tagger, NeedsTags) {
  std::vector<Sentence> training;
  for (const Sentence& sentence : test::sample("train", 5)) {
    training.push_back(without_tags(sentence));
  }
  EXPECT_EQ(test::message_of([&] { train_tagger(training, {}); }), "the training data has no tags");
  EXPECT_EQ(test::message_of([&] { train_tagger({}, {}); }), "there is no sentence to train on");
}

}  // namespace
}  // namespace panarc
