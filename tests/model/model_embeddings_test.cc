#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "feature/embeddings.h"
#include "io/model_file.h"
#include "model/model.h"
#include "panarc/error.h"
#include "parse/model_parser.h"
#include "scorer/linear/linear_weights.h"
#include "support/message_of.h"
#include "transition/arc_eager.h"
#include "transition/systems.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using test::message_of;
using testing::HasSubstr;
using testing::Not;

constexpr std::size_t kDimension = 4;
constexpr int kForms = 20;

std::shared_ptr<const Embeddings> some_vectors() {
  std::mt19937 random(3);
  std::normal_distribution<float> normal;
  std::vector<std::string> forms;
  std::vector<float> values;
  for (int i = 0; i < kForms; ++i) {
    forms.push_back(fmt::format("f{}", i));
    for (std::size_t d = 0; d < kDimension; ++d) values.push_back(normal(random));
  }
  return std::make_shared<const Embeddings>(forms, values);
}

/// A model that looks at vectors alone, with random weights.
Model::Parts some_parts(std::shared_ptr<const Embeddings> embeddings, ModelOptions options = {}) {
  Model::Parts parts;
  parts.options = std::move(options);
  parts.options.labels = LabelMode::kNone;
  parts.options.beam = 1;
  parts.options.features = "s0.embedding b0.embedding s0.upos";
  const FeaturePlan plan(templates_of(parts.options), embeddings.get());
  const std::size_t classes = TransitionClasses::of<ArcEager>(LabelMode::kNone, {}).size();
  TrainingTable table(classes);
  std::mt19937 random(4);
  std::normal_distribution<float> normal;
  for (std::size_t i = 0; i < plan.vector_count(); ++i) {
    for (const std::uint64_t key : plan.vector_keys(i)) {
      for (std::uint32_t cls = 0; cls < classes; ++cls) {
        table.change({key, cls, normal(random)}, 1);
      }
    }
  }
  const float scale = quantization_scale(table, 2);
  parts.weights =
      std::make_shared<const LinearWeights>(LinearFeatures{templates_of(parts.options), embeddings},
                                            freeze_quantized(table, 2, {}, scale), classes, scale);
  parts.words = std::make_shared<const WordSet>();
  parts.embeddings = std::move(embeddings);
  return parts;
}

Sentence sentence_of(const std::vector<int>& forms) {
  std::string text;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    text += fmt::format("{}\tf{}\t_\t_\t_\t_\t{}\t_\t_\t_\n", i + 1, forms[i], i);
  }
  return Sentence::from_text(text + "\n");
}

std::vector<Heads> parse_all(const Model& model) {
  ModelParser parser(model);
  std::vector<Heads> trees;
  for (int i = 0; i < kForms; ++i) {
    const Sentence sentence = sentence_of({i, (i + 7) % kForms, (i + 3) % kForms, i + 5});
    parser.read(sentence);
    trees.push_back(parser.find(sentence, {}).front().heads);
  }
  return trees;
}

TEST(ModelEmbeddings, AreSavedAndLoaded) {
  const Model model(some_parts(some_vectors()));
  const auto trees = parse_all(model);
  EXPECT_GT(std::set(trees.begin(), trees.end()).size(), 3U) << "vectors make no difference";
  const test::TemporaryDirectory directory;
  model.save(directory / "model");
  const Model loaded = Model::load(directory / "model");
  ASSERT_NE(loaded.embeddings(), nullptr);
  EXPECT_EQ(loaded.embeddings()->dimension(), kDimension);
  EXPECT_EQ(loaded.embeddings()->fingerprint(), some_vectors()->fingerprint());
  EXPECT_EQ(parse_all(loaded), trees);
  loaded.save(directory / "again");
  EXPECT_EQ(test::read_bytes(directory / "again"), test::read_bytes(directory / "model"));
}

TEST(ModelEmbeddings, StayWhereTheyAreWhenAModelMoves) {
  const test::TemporaryDirectory directory;
  Model made(some_parts(some_vectors()));
  const auto trees = parse_all(made);
  made.save(directory / "model");
  const Model moved = std::move(made);
  EXPECT_EQ(parse_all(moved), trees);
  Model loaded = Model::load(directory / "model");
  const Model loaded_and_moved = std::move(loaded);
  EXPECT_EQ(parse_all(loaded_and_moved), trees);
}

TEST(ModelEmbeddings, AreNeededIfTemplatesAskForThem) {
  EXPECT_THAT(message_of([&] { some_parts(nullptr); }),
              HasSubstr("the templates use `embedding`, but the model has no vectors"));
}

TEST(ModelEmbeddings, AreNotAskedForByADelexicalizedModel) {
  ModelOptions options;
  options.delexicalized = true;
  const Model model(some_parts(nullptr, options));
  const test::TemporaryDirectory directory;
  model.save(directory / "model");
  EXPECT_FALSE(ModelFile::open(directory / "model").has("embeddings.words"));
  EXPECT_EQ(Model::load(directory / "model").embeddings(), nullptr);
  EXPECT_THROW(static_cast<void>(model.with_delexicalized(false)), Error);
}

TEST(ModelEmbeddings, CanBeLeftToOthers) {
  const auto embeddings = some_vectors();
  const Model model(some_parts(embeddings));
  const test::TemporaryDirectory directory;
  ModelFileWriter writer;
  model.add_to(writer, "part.", false);
  writer.write(directory / "file");
  EXPECT_THAT(ModelFile::open(directory / "file").section_names(),
              Not(testing::Contains(HasSubstr("embeddings"))));
  const auto file = std::make_shared<const ModelFile>(ModelFile::open(directory / "file"));
  const Model loaded = Model::load(file, "part.", embeddings);
  EXPECT_EQ(parse_all(loaded), parse_all(model));
  EXPECT_THROW(Model::load(file, "part."), Error);
}

TEST(ModelEmbeddings, DamagedOnesAreRefused) {
  const test::TemporaryDirectory directory;
  Model(some_parts(some_vectors())).save(directory / "model");
  const ModelFile file = ModelFile::open(directory / "model");
  const auto message_without_end = [&](std::string_view section, std::size_t bytes) {
    ModelFileWriter writer;
    for (const std::string_view name : file.section_names()) {
      const auto whole = file.section(name);
      writer.add(name, name == section ? whole.first(whole.size() - bytes) : whole);
    }
    writer.write(directory / "damaged");
    return message_of([&] { Model::load(directory / "damaged"); });
  };
  EXPECT_EQ(message_without_end("embeddings.words", 0), "no error");
  EXPECT_THAT(message_without_end("embeddings.words", 16), HasSubstr("damaged"));
  EXPECT_THAT(message_without_end("embeddings.words", 8), HasSubstr("embeddings.words"));
  EXPECT_THAT(message_without_end("embeddings.vectors", 4), HasSubstr("damaged"));
  EXPECT_THAT(message_without_end("embeddings.vectors", 1), HasSubstr("embeddings.vectors"));
}

}  // namespace
}  // namespace panarc
