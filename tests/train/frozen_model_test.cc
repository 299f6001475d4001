#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "train/corpus.h"
#include "train/training.h"

namespace panarc {
namespace {

/// Trains a table of its own, as train() does.
class FrozenModel : public testing::Test {
 protected:
  FrozenModel() : corpus_(test::sample("train"), std::nullopt, 1) {
    options_.system.single_root = true;
    options_.strategy = *strategy_by_name("maxvNDrestartSO");
    options_.beam = 4;
    corpus_.encode(plan_.columns());
    classes_ = std::make_unique<TransitionClasses>(
        TransitionClasses::of<ArcEager>(LabelMode::kJoint, corpus_.labels().set()));
    table_ = std::make_unique<TrainingTable>(classes_->size());
    SentenceTrainer<ArcEager> trainer(options_, *classes_, plan_, *table_);
    for (std::size_t i = 0; i < 2 * corpus_.size(); ++i) {
      Random random(1, i, 0);
      std::vector<WeightChange> changes;
      Example& example = corpus_.prepare(i % corpus_.size(), 0.5, random);
      trainer.train(example, 1, random, changes);
      for (const WeightChange& change : changes) table_->change(change, ++time_);
      trainer.forget();
    }
  }

  template <class Table>
  std::vector<Parse> parse(const Table& table, const std::vector<Sentence>& sentences) {
    const auto search = make_search("arc-eager", LabelMode::kJoint, corpus_.labels().set(), plan_,
                                    table, options_.system, 4);
    const WordEncoder encoder(plan_.columns(), corpus_.known_words());
    std::vector<Parse> all;
    std::vector<Parse> parses;
    EncodedSentence words;
    for (const Sentence& sentence : sentences) {
      encoder.encode(sentence, words);
      search->parse(words, 1, parses);
      all.push_back(parses.front());
    }
    return all;
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

  SentenceTrainer<ArcEager>::Options options_;
  Corpus corpus_;
  FeaturePlan plan_{parse_templates(*built_in_templates("zn11"), "zn11")};
  std::unique_ptr<TransitionClasses> classes_;
  std::unique_ptr<TrainingTable> table_;
  double time_ = 0;
};

TEST_F(FrozenModel, AgreesWithTheAverages) {
  const TrainingTable averaged = table_->averaged(time_ + 1);
  const FrozenArrays arrays = freeze(*table_, time_ + 1, {});
  const FrozenTable<ClassWeight> frozen(arrays.index, arrays.words, classes_->size());
  const std::vector<Sentence> dev = test::sample("dev");
  const std::vector<Parse> expected = parse(averaged, dev);
  const std::vector<Parse> found = parse(frozen, dev);
  // Every transition of the beam was scored alike, to the last bit.
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
  const TrainingTable averaged = table_->averaged(time_ + 1);
  const float scale = quantization_scale(*table_, time_ + 1);
  const FrozenArrays arrays = freeze_quantized(*table_, time_ + 1, {}, scale);
  const FrozenTable<QuantizedWeight> frozen(arrays.index, arrays.words, classes_->size());
  EXPECT_NEAR(las(parse(frozen, all), all), las(parse(averaged, all), all), 0.05);
}

}  // namespace
}  // namespace panarc
