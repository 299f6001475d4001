#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "scorer/linear/linear_weights.h"
#include "support/averages.h"
#include "support/groups.h"
#include "train/corpus.h"
#include "train/parsing_guide.h"
#include "train/sentence_trainer.h"
#include "train/training.h"

namespace panarc {
namespace {

/// Trains a table of its own, as train() does.
class FrozenModel : public testing::Test {
 protected:
  void SetUp() override {
    TEST_NEEDS_ONE_THREAD();
    const Strategy strategy = *strategy_by_name("maxvNDrestartSO");
    ParsingGuide<ArcEager> guide({strategy.reference, CostMethod::kExact, {}}, task_);
    LinearLearningScorer<FeaturePlan> scorer(plan_, table_, kBeam);
    SentenceTrainer<ParsingTask<ArcEager>, ParsingGuide<ArcEager>> trainer({strategy, {}, kBeam},
                                                                           task_, guide, scorer);
    EncodedSentence words;
    LinearChanges changes;
    for (std::size_t i = 0; i < 2 * corpus_.examples().size(); ++i) {
      Random random(1, i, 0);
      const Example& example = corpus_.examples()[i % corpus_.examples().size()];
      example.draw_words(0.5, random, words);
      changes.clear();
      trainer.train(words, example.known, 1, random, changes);
      for (const WeightChange& change : changes.list) table_.change(change, ++time_);
      scorer.forget();
    }
  }

  std::vector<Parse> parse(const TrainingTable& table, const std::vector<Sentence>& sentences) {
    std::unique_ptr<ParserScorer<float>> scorer =
        std::make_unique<LinearLearningScorer<FeaturePlan>>(plan_, table, kBeam);
    return parse_with(std::move(scorer), sentences);
  }

  std::vector<Parse> parse_with(AnyParserScorer scorer, const std::vector<Sentence>& sentences) {
    const auto search =
        make_tree_search("arc-eager", task_.classes(), task_.options(), std::move(scorer), kBeam);
    const WordEncoder encoder(plan_.columns(), *corpus_.names().words);
    std::vector<Parse> all;
    std::vector<Parse> parses;
    EncodedSentence words;
    for (const Sentence& sentence : sentences) {
      encoder.encode(sentence, words);
      search->parse(words, {}, parses);
      all.push_back(parses.front());
    }
    return all;
  }

  [[nodiscard]] LinearWeights frozen(float scale) const {
    return {{templates_, nullptr},
            freeze_quantized(table_, time_ + 1, {}, scale),
            task_.classes().size(),
            scale};
  }

  double las(const std::vector<Parse>& parses, const std::vector<Sentence>& gold) {
    int right = 0;
    int words = 0;
    for (std::size_t i = 0; i < gold.size(); ++i) {
      for (Node word = 1; word <= gold[i].size(); ++word) {
        const auto at = static_cast<std::size_t>(word);
        const auto label = static_cast<std::size_t>(parses[i].labels[at]);
        ++words;
        right += parses[i].heads[at] == gold[i].head(word) &&
                         corpus_.labels().names[label] == gold[i].deprel(word)
                     ? 1
                     : 0;
      }
    }
    return 100.0 * right / words;
  }

  static constexpr std::size_t kBeam = 4;
  std::vector<Template> templates_ = parse_templates(*built_in_templates("zn11"), "zn11");
  FeaturePlan plan_{templates_};
  Corpus corpus_{test::sample("train"), {}, plan_.columns()};
  ParsingTask<ArcEager> task_{
      TransitionClasses::of<ArcEager>(LabelMode::kJoint, corpus_.labels().set()),
      {.root = RootPosition::kLast, .single_root = true}};
  TrainingTable table_{task_.classes().size()};
  double time_ = 0;
};

TEST_F(FrozenModel, AgreesWithTheRoundedAverages) {
  const float scale = quantization_scale(table_, time_ + 1);
  const TrainingTable rounded =
      test::averaged(table_, time_ + 1, [=](float weight) { return std::round(weight * scale); });
  const std::vector<Sentence> dev = test::sample("dev");
  const std::vector<Parse> expected = parse(rounded, dev);
  const LinearWeights weights = frozen(scale);
  const std::vector<Parse> found = parse_with(weights.make_scorer(kBeam), dev);
  // Every transition of the beam was scored alike: floats add up whole numbers of this size
  // exactly.
  for (std::size_t i = 0; i < dev.size(); ++i) {
    EXPECT_EQ(found[i].heads, expected[i].heads);
    EXPECT_EQ(found[i].labels, expected[i].labels);
    EXPECT_EQ(found[i].score, expected[i].score);
  }
  EXPECT_GT(las(expected, dev), 70);
}

TEST_F(FrozenModel, RoundedIsAsGood) {
  std::vector<Sentence> all = test::sample("dev");
  for (const Sentence& sentence : test::sample("test")) all.push_back(sentence);
  for (const Sentence& sentence : test::sample("train")) all.push_back(sentence);
  const TrainingTable averaged = test::averaged(table_, time_ + 1);
  const LinearWeights rounded = frozen(quantization_scale(table_, time_ + 1));
  EXPECT_NEAR(las(parse_with(rounded.make_scorer(kBeam), all), all), las(parse(averaged, all), all),
              0.05);
}

}  // namespace
}  // namespace panarc
