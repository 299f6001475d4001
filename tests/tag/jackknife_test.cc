#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "panarc/scheme.h"
#include "panarc/tagger.h"
#include "support/message_of.h"

namespace panarc {
namespace {

/// Sentences of one word, which has a tag that nothing but the word itself says, each with two
/// references.
std::vector<Sentence> pairs_of_references() {
  constexpr int kSentences = 60;
  std::vector<Sentence> sentences;
  for (int i = 0; i < kSentences; ++i) {
    const std::string text =
        fmt::format("1\t{:c}{:c}{:c}\t_\t{}\t_\t_\t0\troot\t_\t_\n\n", 'a' + i % 26,
                    'a' + i * 7 % 26, 'a' + i / 26, i * i % 7 < 3 ? "NOUN" : "VERB");
    for (const std::size_t number : {1U, 2U}) {
      number_reference(sentences.emplace_back(Sentence::from_text(text)), number);
    }
  }
  return sentences;
}

TEST(Jackknife, ReferencesOfASentenceAreInTheSamePart) {
  const std::vector<Sentence> sentences = pairs_of_references();
  TrainOptions options;
  options.threads = 1;
  const std::vector<Sentence> tagged = jackknife_tags(sentences, 2, options);
  int right = 0;
  for (std::size_t i = 0; i < tagged.size(); ++i) {
    EXPECT_EQ(tagged[i].form(1), sentences[i].form(1));
    right += tagged[i].upos(1) == sentences[i].upos(1) ? 1 : 0;
  }
  EXPECT_LT(right, static_cast<int>(sentences.size()) * 9 / 10) << "it has seen what it tags";
}

TEST(Jackknife, ThereMustBeEnoughSentences) {
  const std::vector<Sentence> sentences = pairs_of_references();
  const auto message = [&](std::size_t parts) {
    return test::message_of([&] { (void)jackknife_tags(sentences, parts); });
  };
  EXPECT_EQ(message(1), "found 1, expected 2 to 60, the number of sentences");
  EXPECT_EQ(message(61), "found 61, expected 2 to 60, the number of sentences");
}

TEST(Jackknife, ASingleSentenceKeepsItsTags) {
  const std::vector<Sentence> one{pairs_of_references().front()};
  EXPECT_EQ(jackknife_tags(one, 1).front().upos(1), one.front().upos(1));
  EXPECT_EQ(test::message_of([&] { (void)jackknife_tags(one, 2); }),
            "the training data has 1 sentence, which cannot be divided into 2 parts");
}

TEST(Jackknife, IsForLinearTaggers) {
  TrainOptions options;
  options.scorer = ScorerKind::kRecurrent;
  EXPECT_THAT(test::message_of([&] { (void)jackknife_tags(pairs_of_references(), 2, options); }),
              testing::HasSubstr("expected linear"));
}

}  // namespace
}  // namespace panarc
