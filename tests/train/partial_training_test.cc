#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluate/comparison.h"
#include "panarc/train.h"
#include "support/groups.h"
#include "support/sample.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

/// The sample, in which every sentence lacks heads.
std::vector<Sentence> partial_sample() {
  std::vector<Sentence> sentences = test::sample("train");
  std::size_t number = 0;
  for (Sentence& sentence : sentences) {
    for (Node word = 1 + static_cast<Node>(number++ % 2); word <= sentence.size(); word += 2) {
      sentence.set_head(word, kNoHead);
      sentence.set_deprel(word, "_");
    }
  }
  return sentences;
}

double uas(const Parser& parser) {
  Scores scores;
  for (const Sentence& gold : test::sample("dev")) {
    Sentence parsed = gold;
    parser.parse(parsed);
    EXPECT_EQ(count_roots(parsed.heads()), 1U);
    SentenceComparison comparison;
    comparison.compare(gold, parsed);
    scores.add(comparison);
  }
  return scores.percentage(Metric::kUas);
}

TEST(PartialTraining, EveryStrategyAndSystemLearnsFromHalfOfTheHeads) {
  TEST_NEEDS_ONE_THREAD();
  const auto train_with = [](auto&& set) {
    TrainOptions options;
    options.fast = true;
    options.epochs = 3;
    set(options);
    return uas(train(partial_sample(), {}, options).parser);
  };
  constexpr double kFair = 60;
  for (const char* strategy : {"greedy", "greedyn", "early", "maxvNDrestartSO"}) {
    EXPECT_GT(train_with([&](TrainOptions& options) { options.strategy = strategy; }), kFair)
        << strategy;
  }
  for (const char* system : {"arc-hybrid", "arc-standard", "swap", "covington"}) {
    EXPECT_GT(train_with([&](TrainOptions& options) { options.system = system; }), kFair) << system;
  }
}

TEST(PartialTraining, HeadsCanBeHiddenAnewEveryTime) {
  TEST_NEEDS_ONE_THREAD();
  TrainOptions options;
  options.fast = true;
  options.epochs = 4;
  options.keep_arcs = 0.5;
  const TrainResult half = train(test::sample("train"), {}, options);
  EXPECT_GT(uas(half.parser), 75);
  EXPECT_THAT(half.parser.info().report, testing::HasSubstr("\"keep_arcs\": 0.5"));
  EXPECT_EQ(half.parser.bytes(), train(test::sample("train"), {}, options).parser.bytes());
  options.keep_arcs = 2;
  EXPECT_GT(uas(train(test::sample("train"), {}, options).parser), 60);
  options.keep_arcs = 0;
  EXPECT_THROW(CheckedOptions{options}, OptionError);
}

}  // namespace
}  // namespace panarc
