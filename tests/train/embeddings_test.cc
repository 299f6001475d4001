#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "feature/embeddings.h"
#include "model/model.h"
#include "panarc/error.h"
#include "parse/model_parser.h"
#include "support/message_of.h"
#include "train/trainer.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using test::message_of;
using testing::HasSubstr;

constexpr const char* kForms = "s0.form b0.form s0.form+b0.form history1 ";
constexpr const char* kVectors = "s0.embedding b0.embedding b1.embedding";
/// Words of each kind; training meets the first half of them.
constexpr int kWords = 40;

/// Verbs and nouns, which nothing but their vectors tells apart.
std::string form(bool verb, int index) { return fmt::format("{}{}", verb ? 'v' : 'n', index); }

std::shared_ptr<const Embeddings> word_vectors(unsigned seed = 1) {
  std::mt19937 random(seed);
  std::normal_distribution<float> noise(0, 0.3F);
  std::vector<std::string> forms;
  std::vector<float> values;
  for (const bool verb : {false, true}) {
    for (int i = 0; i < kWords; ++i) {
      forms.push_back(form(verb, i));
      values.push_back((verb ? 1.0F : -1.0F) + noise(random));
      values.push_back(noise(random));
      values.push_back(noise(random));
    }
  }
  return std::make_shared<const Embeddings>(forms, values);
}

/// A verb and two nouns in any order; the nouns depend on the verb.
Sentence sentence_of(int verb_at, int first_word, int words, std::mt19937& random) {
  std::uniform_int_distribution<int> word(first_word, first_word + words - 1);
  std::string text;
  for (int i = 1; i <= 3; ++i) {
    const bool verb = i == verb_at;
    text += fmt::format("{}\t{}\t_\t_\t_\t_\t{}\t{}\t_\t_\n", i, form(verb, word(random)),
                        verb ? 0 : verb_at, verb ? "root" : "dep");
  }
  return Sentence::from_text(text + "\n");
}

std::vector<Sentence> treebank(int sentences, bool seen) {
  std::mt19937 random(seen ? 2 : 3);
  std::vector<Sentence> result;
  result.reserve(static_cast<std::size_t>(sentences));
  for (int i = 0; i < sentences; ++i) {
    result.push_back(sentence_of(i % 3 + 1, seen ? 0 : kWords / 2, kWords / 2, random));
  }
  return result;
}

double accuracy(const Model& model, const std::vector<Sentence>& gold) {
  ModelParser parser(model);
  int right = 0;
  int words = 0;
  for (const Sentence& sentence : gold) {
    parser.read(sentence);
    const Heads heads = parser.find(sentence, {}).front().heads;
    for (Node word = 1; word <= sentence.size(); ++word, ++words) {
      right += heads[static_cast<std::size_t>(word)] == sentence.head(word) ? 1 : 0;
    }
  }
  return static_cast<double>(right) / words;
}

TrainingPlan options_with(const std::string& features) {
  TrainingPlan options = standard_plan(Trained::kLinear);
  options.freeze.min_changes = 0;
  options.model.features = features;
  options.model.beam = 4;
  options.epochs = 10;
  options.strategy = *strategy_by_name("earlyNDrestart");
  return options;
}

std::string bytes_of(const Model& model) {
  const test::TemporaryDirectory directory;
  model.save(directory / "model");
  return test::read_bytes(directory / "model");
}

TEST(EmbeddingTraining, VectorsTellWhatUnseenWordsAre) {
  TrainingPlan with = options_with(std::string(kForms) + kVectors);
  with.embeddings = word_vectors();
  const std::vector<Sentence> unseen = treebank(60, false);
  EXPECT_GT(accuracy(train_model(treebank(150, true), {}, with), unseen), 0.95);
  EXPECT_LT(accuracy(train_model(treebank(150, true), {}, options_with(kForms)), unseen), 0.7);
}

TEST(EmbeddingTraining, WorksGreedilyAndWithPassiveAggressiveUpdates) {
  TrainingPlan options = options_with(kVectors);
  options.embeddings = word_vectors();
  options.model.beam = 1;
  options.model.labels = LabelMode::kParallel;
  options.loss.kind = LossKind::kPassiveAggressive;
  EXPECT_GT(accuracy(train_model(treebank(150, true), {}, options), treebank(60, false)), 0.95);
}

TEST(EmbeddingTraining, NeedsVectorsIfTemplatesAskForThem) {
  TrainingPlan options = options_with(kVectors);
  const auto message = [&] {
    return message_of([&] { train_model(treebank(3, true), {}, options); });
  };
  EXPECT_EQ(message(), "the templates use `embedding`, but there are no vectors");
  options.model.features += " s0.upos distance";
  options.model.delexicalized = true;
  EXPECT_EQ(message(), "no error");
}

TEST(EmbeddingTraining, VectorsNobodyAsksForAreNotInTheModel) {
  TrainingPlan options = options_with(kForms);
  const std::string without = bytes_of(train_model(treebank(10, true), {}, options));
  options.embeddings = word_vectors();
  EXPECT_EQ(bytes_of(train_model(treebank(10, true), {}, options)), without);
}

TEST(EmbeddingTraining, GoesOnWithTheVectorsOfAModel) {
  TrainingPlan options = options_with(kVectors);
  options.embeddings = word_vectors();
  options.epochs = 3;
  const test::TemporaryDirectory directory;
  train_model(treebank(60, true), {}, options).save(directory / "model");
  options.from = std::make_shared<const Model>(Model::load(directory / "model"));
  options.embeddings = nullptr;
  const Model model = train_model(treebank(60, true), {}, options);
  // The model is of use after the one that it was made from has gone.
  options.from = nullptr;
  ASSERT_NE(model.embeddings(), nullptr);
  EXPECT_EQ(model.embeddings()->fingerprint(), word_vectors()->fingerprint());
  EXPECT_GT(accuracy(model, treebank(60, false)), 0.9);
}

TEST(EmbeddingTraining, OtherVectorsMustHaveTheDimensionOfTheModel) {
  TrainingPlan options = options_with(kVectors);
  options.embeddings = word_vectors();
  options.epochs = 1;
  options.from = std::make_shared<const Model>(train_model(treebank(10, true), {}, options));
  options.embeddings = word_vectors(2);
  const Model model = train_model(treebank(10, true), {}, options);
  EXPECT_EQ(model.embeddings()->fingerprint(), word_vectors(2)->fingerprint());
  options.embeddings =
      std::make_shared<const Embeddings>(std::vector<std::string>{"a"}, std::vector<float>{1, 2});
  EXPECT_THAT(message_of([&] { train_model(treebank(10, true), {}, options); }),
              HasSubstr("has vectors of 3 dimensions, but those given have 2"));
}

TEST(EmbeddingTraining, IsResumedWithTheSameVectorsOnly) {
  TrainingPlan options = options_with(kVectors);
  options.embeddings = word_vectors();
  options.epochs = 4;
  const std::vector<Sentence> dev = treebank(9, false);
  const std::string whole = bytes_of(train_model(treebank(60, true), dev, options));

  const test::TemporaryDirectory directory;
  options.checkpoint = directory / "checkpoint";
  options.checkpoint_seconds = 0;
  options.resume = true;
  struct Interruption {};
  TrainProgress progress;
  progress.on_epoch = [](const EpochReport& report) {
    if (report.epoch == 3) throw Interruption();
  };
  EXPECT_THROW(train_model(treebank(60, true), dev, options, progress), Interruption);
  ASSERT_TRUE(std::filesystem::exists(options.checkpoint));

  TrainingPlan other = options;
  other.embeddings = word_vectors(2);
  EXPECT_THAT(message_of([&] { train_model(treebank(60, true), dev, other); }),
              HasSubstr("different data or options"));
  EXPECT_EQ(bytes_of(train_model(treebank(60, true), dev, options)), whole);
}

TEST(EmbeddingTraining, DoesNotDependOnTheNumberOfThreads) {
  TrainingPlan options = options_with(std::string(kForms) + kVectors);
  options.embeddings = word_vectors();
  options.epochs = 2;
  const std::string one = bytes_of(train_model(treebank(60, true), {}, options));
  options.threads = 3;
  EXPECT_EQ(bytes_of(train_model(treebank(60, true), {}, options)), one);
}

}  // namespace
}  // namespace panarc
