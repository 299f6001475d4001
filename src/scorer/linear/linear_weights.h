#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "feature/embeddings.h"
#include "feature/plan.h"
#include "feature/template.h"
#include "io/model_file.h"
#include "scorer/linear/frozen_table.h"
#include "scorer/linear/linear_learner.h"
#include "scorer/parser_weights.h"

namespace panarc {

/// The templates of a linear parser, with word vectors if they use any.
struct LinearFeatures {
  std::vector<Template> templates;
  std::shared_ptr<const Embeddings> embeddings;
};

/// The weights of a trained linear parser.
class LinearWeights final : public ParserWeights {
 public:
  using Table = FrozenTable;

  /// Weights are multiples of 1/scale. Throws Error if templates use vectors, and there are none.
  LinearWeights(const LinearFeatures& features, FrozenArrays arrays, std::size_t classes,
                float scale);
  /// Uses those of a file, in place. Throws Error if they are invalid.
  static constexpr const char* kScaleNumber = "scale";
  static std::shared_ptr<const LinearWeights> load(const std::shared_ptr<const ModelFile>& file,
                                                   const std::string& prefix,
                                                   const LinearFeatures& features,
                                                   std::size_t classes, double scale);

  [[nodiscard]] const FeaturePlan& plan() const { return plan_; }
  [[nodiscard]] const Table& table() const { return table_; }
  [[nodiscard]] float scale() const { return scale_; }

  [[nodiscard]] AnyParserScorer make_scorer(std::size_t beam) const override;
  [[nodiscard]] std::span<const WordColumn> columns() const override { return plan_.columns(); }
  [[nodiscard]] std::size_t classes() const override { return table_.classes(); }
  [[nodiscard]] std::size_t size() const override;
  [[nodiscard]] double unit() const override { return 1 / static_cast<double>(scale_); }
  [[nodiscard]] std::uint64_t fingerprint() const override;
  [[nodiscard]] std::shared_ptr<const ParserWeights> with_templates(
      std::span<const Template> templates) const override;
  [[nodiscard]] std::map<std::string, double> numbers() const override;
  void save(ModelFileWriter& writer, const std::string& prefix) const override;

 private:
  /// Owns the table's memory: arrays, or a file.
  using Storage = std::shared_ptr<const void>;

  LinearWeights(const LinearFeatures& features, Storage storage, const Table& table, float scale);

  std::shared_ptr<const Embeddings> embeddings_;
  Storage storage_;
  Table table_;
  float scale_;
  FeaturePlan plan_;
};

/// The weights of a linear parser in training.
class LinearParserLearner final : public ParserLearner {
 public:
  /// `key_bits`: see TrainingTable.
  LinearParserLearner(LinearFeatures features, std::size_t classes, const FreezeOptions& freeze,
                      unsigned key_bits = 64);

  [[nodiscard]] Learner& parameters() override { return learner_; }
  [[nodiscard]] std::span<const WordColumn> columns() const override { return plan_.columns(); }
  [[nodiscard]] std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> make_scorer(
      std::size_t beam) const override;
  [[nodiscard]] std::shared_ptr<const ParserWeights> freeze() const override;
  void take_over(const ParserWeights& before, std::span<const std::uint32_t> classes) override;
  void continue_from(const ParserLearner& before, std::span<const std::uint32_t> classes) override;

 private:
  /// The largest allowed weight when frozen, so that greedy search is fast.
  [[nodiscard]] int largest_weight() const;

  LinearFeatures features_;
  FeaturePlan plan_;
  FreezeOptions freeze_;
  LinearLearner learner_;
};

}  // namespace panarc
