#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <random>
#include <vector>

#include "model/small_model.h"
#include "panarc/parser.h"
#include "parse/small_ensemble.h"
#include "support/sample.h"

namespace panarc {
namespace {

/// Something about every other word.
std::vector<KnownWord> random_constraints(std::mt19937& random, const Sentence& sentence) {
  std::vector<KnownWord> known = nothing_known(sentence);
  for (Node word = 1; word <= sentence.size(); ++word) {
    if (random() % 2 != 0) continue;
    KnownWord& at = known[static_cast<std::size_t>(word)];
    const auto head = static_cast<Node>(random() % static_cast<unsigned>(sentence.size() + 1));
    if (head == word) continue;
    if (random() % 2 == 0) at.heads = {{head}};
    if (random() % 4 == 0) at.labels = {random() % 2 == 0 ? "nsubj" : "unheard-of"};
    if (at.heads.empty()) at.forbidden_heads = {head};
  }
  return known;
}

std::vector<Parser> parsers() {
  const Calibration calibration(1, {0, 0, 0, 1, 0, 0});
  const Model model = test::small_model().with_calibration(calibration);
  return {Parser(std::make_shared<const Model>(model)),
          Parser(std::make_shared<const Model>(model), {.beam = 1}), test::small_ensemble()};
}

void expect_same(const ScoredTree& a, const ScoredTree& b) {
  EXPECT_EQ(a.heads, b.heads);
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.score, b.score);
  EXPECT_EQ(a.unmet, b.unmet);
  EXPECT_EQ(a.confidence, b.confidence);
}

TEST(ParseRequest, HasOneAnswerWhoeverIsAsked) {
  std::mt19937 random(4);
  std::size_t unmet = 0;
  for (const Parser& parser : parsers()) {
    for (const Sentence& sentence : test::sample("test", 40)) {
      ParseRequest request{.trees = 1 + random() % 6,
                           .confidence = random() % 2 == 0,
                           .on_conflict = OnConflict::kRelax};
      if (random() % 3 != 0) request.constraints = random_constraints(random, sentence);
      const std::vector<ScoredTree> trees = parser.best(sentence, request);
      ASSERT_FALSE(trees.empty());
      ASSERT_LE(trees.size(), request.trees);
      SentenceParser again(parser, sentence);
      const std::vector<ScoredTree> others = again.best(request);
      ASSERT_EQ(others.size(), trees.size());
      for (std::size_t i = 0; i < trees.size(); ++i) {
        expect_same(trees[i], others[i]);
        EXPECT_EQ(trees[i].confidence.size(), request.confidence ? trees[i].heads.size() : 0);
        EXPECT_EQ(trees[i].unmet,
                  unmet_constraints(request.constraints, {trees[i].heads, trees[i].labels},
                                    parser.info().root));
      }
      expect_same(again.parse(request), trees.front());
      Sentence parsed = sentence;
      EXPECT_EQ(parser.parse(parsed, request), trees.front().unmet);
      EXPECT_EQ(parsed.heads(), trees.front().heads);
      for (Node word = 1; word <= parsed.size(); ++word) {
        EXPECT_EQ(parsed.deprel(word), trees.front().labels[static_cast<std::size_t>(word)]);
      }
      unmet += trees.front().unmet.size();
    }
  }
  EXPECT_GT(unmet, 20U);
}

TEST(ParseRequest, CanBeUsedForAnyNumberOfSentences) {
  const Parser parser = parsers().front();
  const ParseRequest request{.trees = 3, .confidence = true, .time_limit = std::chrono::hours(1)};
  for (const Sentence& sentence : test::sample("test", 10)) {
    const auto first = parser.best(sentence, request);
    const auto second = Parser(parser.model()).best(sentence, request);
    ASSERT_EQ(first.size(), second.size());
    for (std::size_t i = 0; i < first.size(); ++i) expect_same(first[i], second[i]);
  }
}

TEST(ParseRequest, ForNoTreesOrNoWordsHasNoAnswer) {
  const Parser parser = parsers().front();
  EXPECT_TRUE(parser.best(test::sample("test", 1).front(), {.trees = 0}).empty());
  Sentence empty;
  EXPECT_TRUE(parser.best(empty).empty());
  EXPECT_TRUE(parser.parse(empty).empty());
}

}  // namespace
}  // namespace panarc
