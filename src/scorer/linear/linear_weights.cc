#include "scorer/linear/linear_weights.h"

#include <limits>
#include <utility>

#include "panarc/error.h"
#include "scorer/linear/greedy_scorer.h"

namespace panarc {
namespace {

constexpr const char* kIndexSection = "weights.index";
constexpr const char* kRowsSection = "weights.rows";

using BeamScorer = LinearScorer<FeaturePlan, LinearWeights::Table>;

/// Scores states with a frozen table.
template <class Core>
class FrozenScorer final : public ParserScorer<std::int32_t> {
 public:
  template <class... Options>
  FrozenScorer(const FeaturePlan& plan, const LinearWeights::Table& table, Options... options)
      : scorer_(plan, table, options...) {}

  void begin(const EncodedSentence& words) override { scorer_.begin(words); }
  std::span<const std::int32_t* const> score(std::span<const ParseState* const> states) override {
    return scorer_.score(states);
  }

 private:
  Core scorer_;
};

/// With more features, weights small enough for a GreedyScorer would be rounded too much.
constexpr std::size_t kMostNarrowFeatures = 64;

}  // namespace

LinearWeights::LinearWeights(const LinearFeatures& features, Storage storage, const Table& table,
                             float scale)
    : embeddings_(features.embeddings),
      storage_(std::move(storage)),
      table_(table),
      scale_(scale),
      plan_(features.templates, features.embeddings.get()) {
  if (!embeddings_ && use_embeddings(features.templates)) {
    throw Error("the templates use `embedding`, but the model has no vectors");
  }
}

LinearWeights::LinearWeights(const LinearFeatures& features, FrozenArrays arrays,
                             std::size_t classes, float scale)
    : LinearWeights(features, std::make_shared<const FrozenArrays>(std::move(arrays)), {}, scale) {
  const auto& own = *static_cast<const FrozenArrays*>(storage_.get());
  table_ = Table(own.index, own.words, classes);
}

std::shared_ptr<const LinearWeights> LinearWeights::load(
    const std::shared_ptr<const ModelFile>& file, const std::string& prefix,
    const LinearFeatures& features, std::size_t classes, double scale) {
  if (!(scale > 0 && scale <= std::numeric_limits<float>::max())) {
    throw Error("the scale of the weights is invalid");
  }
  const Table table(file->array<std::uint32_t>(prefix + kIndexSection),
                    file->array<std::uint32_t>(prefix + kRowsSection), classes);
  return std::shared_ptr<const LinearWeights>(
      new LinearWeights(features, file, table, static_cast<float>(scale)));
}

std::shared_ptr<const ParserWeights> LinearWeights::with_templates(
    std::span<const Template> templates) const {
  return std::shared_ptr<const ParserWeights>(new LinearWeights(
      {{templates.begin(), templates.end()}, embeddings_}, storage_, table_, scale_));
}

AnyParserScorer LinearWeights::make_scorer(std::size_t beam) const {
  using Greedy = GreedyScorer<FeaturePlan>;
  if (beam <= 1 && Greedy::can_score(plan_, table_)) {
    return std::make_unique<FrozenScorer<Greedy>>(plan_, table_);
  }
  return std::make_unique<FrozenScorer<BeamScorer>>(plan_, table_, BeamScorer::keep_for(beam));
}

std::size_t LinearWeights::size() const {
  std::size_t count = 0;
  table_.for_each([&](std::uint64_t /*key*/, const auto& /*row*/) { ++count; });
  return count;
}

std::uint64_t LinearWeights::fingerprint() const {
  return model_checksum(std::as_bytes(table_.words()));
}

std::map<std::string, double> LinearWeights::numbers() const {
  return {{kScaleNumber, static_cast<double>(scale_)}};
}

void LinearWeights::save(ModelFileWriter& writer, const std::string& prefix) const {
  writer.add(prefix + kIndexSection, std::as_bytes(table_.index()));
  writer.add(prefix + kRowsSection, std::as_bytes(table_.words()));
}

LinearParserLearner::LinearParserLearner(LinearFeatures features, std::size_t classes,
                                         const FreezeOptions& freeze, unsigned key_bits)
    : features_(std::move(features)),
      plan_(features_.templates, features_.embeddings.get()),
      freeze_(freeze),
      learner_(classes, key_bits) {}

std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> LinearParserLearner::make_scorer(
    std::size_t beam) const {
  return std::make_unique<LinearLearningScorer<FeaturePlan>>(plan_, learner_.table(), beam);
}

std::shared_ptr<const ParserWeights> LinearParserLearner::freeze() const {
  const float scale = quantization_scale(learner_.table(), learner_.time(), largest_weight());
  return std::make_shared<const LinearWeights>(
      features_, freeze_quantized(learner_.table(), learner_.time(), freeze_, scale),
      learner_.table().classes(), scale);
}

int LinearParserLearner::largest_weight() const {
  const std::size_t features = plan_.key_count();
  const bool narrow = plan_.vector_count() == 0 && features <= kMostNarrowFeatures;
  return largest_narrow_weight(narrow ? features : 1);
}

void LinearParserLearner::take_over(const ParserWeights& before,
                                    std::span<const std::uint32_t> classes) {
  const auto& weights = dynamic_cast<const LinearWeights&>(before);
  std::vector<ClassWeight> row;
  weights.table().for_each([&](std::uint64_t key, std::span<const QuantizedWeight> quantized) {
    row.clear();
    for (const QuantizedWeight& weight : quantized) {
      row.push_back({classes[weight.cls], static_cast<float>(weight.value) / weights.scale()});
    }
    const std::vector<double> sums(row.size());
    const auto size = static_cast<std::uint32_t>(row.size());
    // Weights from the previous model are not noise.
    const std::uint8_t changes = std::numeric_limits<std::uint8_t>::max();
    learner_.table().add(
        {std::span(&key, 1), std::span(&size, 1), std::span(&changes, 1), row, sums});
  });
}

void LinearParserLearner::continue_from(const ParserLearner& before,
                                        std::span<const std::uint32_t> classes) {
  learner_.continue_from(dynamic_cast<const LinearParserLearner&>(before).learner_, classes);
}

}  // namespace panarc
