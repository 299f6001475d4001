#include "tag/train_linear_tagger.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/interruption.h"
#include "base/team.h"
#include "io/file_content.h"
#include "panarc/error.h"
#include "scorer/linear/linear_learner.h"
#include "scorer/linear/weight_sums.h"
#include "tag/score_tagger.h"
#include "tag/tag_scorer.h"
#include "tag/tagging_guide.h"
#include "train/drawn_words.h"
#include "train/loop.h"
#include "train/plan.h"
#include "train/progress.h"
#include "train/sentence_trainer.h"
#include "treebank/word_count.h"

namespace panarc {
namespace {

/// A training sentence.
struct TaggedExample : DrawnWords {
  TaggingGuide::Gold gold;
  std::vector<std::span<const Tag>> candidates;
};

/// What the models of columns that are predicted together have in common.
struct ColumnData {
  ColumnData(const TaggerPlan& plan, TagSet of, std::span<const Sentence> training)
      : tags(std::move(of)),
        dictionary(tags, training, plan.dictionary),
        features(tagging_templates(plan.model.features), plan.embeddings.get()),
        task(tags.size()) {
    const SeenWords seen(training, plan.rare_count);
    words = std::make_shared<const WordSet>(seen.all);
    const WordSet frequent(seen.frequent);
    const WordEncoder encoder(features.columns(), plan.embeddings.get());
    examples.reserve(training.size());
    for (const Sentence& sentence : training) {
      TaggedExample& example =
          examples.emplace_back(TaggedExample{DrawnWords(sentence, encoder, frequent), {}, {}});
      for (Node word = 1; word <= sentence.size(); ++word) {
        example.gold.push_back(tags.tag_of(sentence, word));
        // Known forms would leave nothing to learn for others.
        example.candidates.push_back(dictionary.find(sentence, word, false));
      }
    }
  }

  TagSet tags;
  TagDictionary dictionary;
  TaggingFeatures features;
  TaggingTask task;
  std::shared_ptr<const WordSet> words;
  std::vector<TaggedExample> examples;
};

/// The training of one model. The data must outlive it.
class ColumnTrainee final : public Trainee {
 public:
  ColumnTrainee(const TaggerPlan& plan, const ColumnData& data, std::span<const Sentence> dev)
      : plan_(plan),
        data_(data),
        dev_(dev),
        scored_(columns_in_use(data.tags.columns(), dev)),
        learner_(data.tags.part_count()) {
    for (std::size_t i = 0; i < std::max<std::size_t>(plan.threads, 1); ++i) {
      workers_.push_back(std::make_unique<Worker>(*this));
    }
  }

  [[nodiscard]] std::size_t sentences() const override { return data_.examples.size(); }
  [[nodiscard]] std::size_t length(std::size_t sentence) const override {
    return data_.examples[sentence].gold.size();
  }
  [[nodiscard]] Learner& parameters() override { return learner_; }
  TrainingCounts train(std::size_t member, std::size_t sentence, double explore, Random& random,
                       Changes& changes) override {
    Worker& worker = *workers_[member];
    const TaggedExample& example = data_.examples[sentence];
    example.draw_words(plan_.rare_rate, random, worker.input.words);
    worker.input.candidates = example.candidates;
    return worker.trainer.train(worker.input, example.gold, explore, random, changes);
  }
  void forget(std::size_t member) override { workers_[member]->scorer.forget(); }

  [[nodiscard]] bool has_dev() const override { return !scored_.empty(); }
  void evaluate(EpochReport& report, Team& team, const Interruption& interruption) override {
    const float scale = quantization_scale(learner_.table(), learner_.time());
    last_ = {freeze_quantized(learner_.table(), learner_.time(), plan_.freeze, scale), scale};
    if (scored_.empty()) return;
    report.dev = score_tagger(tagger_of(last_.arrays), dev_, team, interruption);
    report.value = mean_score(*report.dev, scored_);
  }
  void keep() override { best_ = std::move(last_); }

  /// The weights of the best epoch; and a tagger with any weights.
  [[nodiscard]] ScaledWeights take_best() { return std::move(best_); }
  [[nodiscard]] LinearTagger tagger_of(FrozenArrays weights) const {
    return {{data_.tags, plan_.model.features, plan_.model.beam, data_.words, data_.dictionary,
             plan_.embeddings},
            std::move(weights)};
  }

 private:
  /// The data of one thread.
  struct Worker {
    explicit Worker(const ColumnTrainee& of)
        : guide(of.data_.task),
          scorer(of.data_.tags, of.data_.features, of.learner_.table(), of.options().width()),
          trainer(of.options(), of.data_.task, guide, scorer) {}

    TaggingGuide guide;
    TagLearningScorer scorer;
    SentenceTrainer<TaggingTask, TaggingGuide> trainer;
    TaggingInput input;
  };

  [[nodiscard]] SentenceTrainerOptions options() const {
    return {plan_.strategy, plan_.loss, plan_.model.beam};
  }

  const TaggerPlan& plan_;
  const ColumnData& data_;
  std::span<const Sentence> dev_;
  std::vector<Field> scored_;  // the columns that the development data has
  LinearLearner learner_;
  std::vector<std::unique_ptr<Worker>> workers_;
  ScaledWeights last_;
  ScaledWeights best_;
};

std::string built_in_features(const std::string& name) {
  return std::string(embedded_file("data/tagging/" + name + ".txt"));
}

/// Smaller sums mean little: they come from one or two updates of one model, each of which changes
/// weights by 1. The more training data, the less they matter.
float smallest_sum(const TaggerPlan& plan, std::span<const Sentence> training) {
  if (plan.models < 2 || plan.loss.kind != LossKind::kPerceptron) return 0;
  return is_large(training) ? 2 : 1;
}

/// The tagger for some columns; nothing if the training data has none of them.
std::optional<LinearTagger> train_columns(const TaggerPlan& plan, std::span<const Field> columns,
                                          std::span<const Sentence> training,
                                          std::span<const Sentence> dev,
                                          const TrainProgress& progress) {
  TagSet tags = TagSet::of(columns, training);
  if (tags.size() == 0) return std::nullopt;
  const ColumnData data(plan, std::move(tags), training);
  std::vector<ScaledWeights> models;
  std::optional<LinearTagger> tagger;
  const std::size_t count = std::max<std::size_t>(plan.models, 1);
  TrainingStage stage{TrainingPart::kTagger, 1, count, data.tags.columns()};
  for (std::size_t i = 0; i < count; ++i) {
    TaggerPlan of_model = plan;
    set_batches(training, of_model);
    // No two seeds have models in common.
    of_model.seed = (plan.seed - 1) * count + 1 + i;
    stage.model = i + 1;
    begin_stage(progress, stage);
    ColumnTrainee trainee(of_model, data, dev);
    run_training(trainee, of_model, at_stage(progress, stage),
                 {plan.strategy.explore, plan.strategy.explore_after});
    models.push_back(trainee.take_best());
    if (i + 1 < count) continue;
    tagger = trainee.tagger_of(
        sum_weights(models, data.tags.part_count(), {.prune = smallest_sum(plan, training)}));
  }
  if (!progress.on_result) return tagger;
  StageReport report{stage};
  if (!columns_in_use(stage.columns, dev).empty()) {
    Team team(plan.threads);
    report.dev = score_tagger(*tagger, dev, team, {std::nullopt, plan.stop});
  }
  progress.on_result(report);
  return tagger;
}

std::vector<Field> tags_among(const std::vector<Field>& columns) {
  std::vector<Field> tags = columns;
  std::erase(tags, Field::kLemma);
  return tags;
}

/// How to learn lemmas.
TaggerPlan lemma_plan(const TaggerPlan& plan) {
  TaggerPlan lemmas = plan;
  lemmas.model.features = built_in_features("lemma");
  lemmas.dictionary = {.fewest = 1, .share = 0};
  return lemmas;
}

}  // namespace

bool is_large(std::span<const Sentence> training) {
  constexpr std::size_t kLarge = 100000;
  return count_words(training) >= kLarge;
}

TaggerPlan::TaggerPlan(TrainingPlan plan) : TrainingPlan(std::move(plan)) {
  model.features = built_in_features("tags");
}

std::vector<LinearTagger> train_linear_taggers(std::span<const Sentence> training,
                                               std::span<const Sentence> dev,
                                               const TaggerPlan& plan,
                                               const TrainProgress& progress) {
  if (training.empty()) throw Error("there is no sentence to train on");
  std::vector<LinearTagger> taggers;
  std::vector<Sentence> tagged_dev(dev.begin(), dev.end());
  if (auto tagger = train_columns(plan, tags_among(plan.columns), training, dev, progress)) {
    taggers.push_back(std::move(*tagger));
    LinearTagger::Worker worker(taggers.back());
    for (Sentence& sentence : tagged_dev) worker.tag(sentence);
  }
  if (std::ranges::find(plan.columns, Field::kLemma) != plan.columns.end()) {
    const std::vector<Field> lemma{Field::kLemma};
    auto tagger = train_columns(lemma_plan(plan), lemma, training, tagged_dev, progress);
    if (tagger) taggers.push_back(std::move(*tagger));
  }
  if (taggers.empty()) throw_no_tags();
  return taggers;
}

}  // namespace panarc
