#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"
#include "oracle/references.h"
#include "panarc/constraint.h"
#include "panarc/train.h"
#include "scorer/parser_weights.h"
#include "task/transition_classes.h"
#include "train/corpus.h"
#include "train/feature_drift.h"
#include "train/loop.h"
#include "train/parser_trainer.h"
#include "train/plan.h"
#include "train/trainer.h"

namespace panarc {

/// A parser in training.
class ParserTrainee final : public Trainee {
 public:
  /// For the sentences of the corpus, the first of the training data. All must outlive it but
  /// `before`, which learnt from fewer of them; it may be null.
  ParserTrainee(const TrainingPlan& plan, std::unique_ptr<const Corpus> corpus,
                const ParserData& training, const ParserData& dev, FeatureDrift* drift,
                const TrainProgress& progress, const ParserTrainee* before);

  [[nodiscard]] const Corpus& corpus() const { return *corpus_; }
  [[nodiscard]] std::size_t sentences() const override { return corpus_->examples().size(); }
  [[nodiscard]] std::size_t length(std::size_t sentence) const override {
    return static_cast<std::size_t>(corpus_->examples()[sentence].words.words());
  }
  [[nodiscard]] Learner& parameters() override { return learner_->parameters(); }

  void begin_batch(std::span<const std::uint32_t> sentences, int epoch, Team& team) override;
  TrainingCounts train(std::size_t member, std::size_t sentence, double explore, Random& random,
                       Changes& changes) override;
  void forget(std::size_t member) override { workers_[member].trainer->forget(); }

  [[nodiscard]] bool has_dev() const override { return !dev_.sentences.empty(); }
  void evaluate(EpochReport& report, Team& team, const Interruption& interruption) override;
  void keep() override { best_ = std::move(last_); }

  void save_best(ModelFileWriter& writer, const std::string& prefix) const override {
    if (best_) best_->add_to(writer, prefix, false);
  }
  void load_best(const std::shared_ptr<const ModelFile>& file, const std::string& prefix) override {
    best_ = Model::load(file, prefix, plan_.embeddings);
  }

  [[nodiscard]] const std::optional<Model>& best() const { return best_; }
  /// With the current parameters.
  [[nodiscard]] Model current() const;

 private:
  /// What a hook has changed about a sentence of the batch.
  struct Change {
    std::optional<References> known;
    bool skip = false;
  };
  /// The data of one thread.
  struct Worker {
    std::unique_ptr<ParserTrainer> trainer;
    EncodedSentence words;
    References known;
  };

  void call_hooks(std::span<const std::uint32_t> sentences, int epoch);
  [[nodiscard]] std::optional<References> changed(std::size_t i,
                                                  const std::vector<KnownWord>& before,
                                                  const TrainingExample& example) const;
  std::unique_ptr<ParserTrainer> make_trainer(std::size_t member);

  const TrainingPlan& plan_;
  std::unique_ptr<const Corpus> corpus_;
  const ParserData& training_;
  const ParserData& dev_;
  FeatureDrift* drift_;
  const TrainProgress& progress_;
  TransitionClasses classes_;
  std::unique_ptr<ParserLearner> learner_;
  std::vector<Worker> workers_;
  std::vector<Change> changes_;  // by sentence; empty if there are no hooks
  // The sentences of a batch as read, and their places by number.
  std::vector<EncodedSentence> read_;
  std::vector<std::size_t> place_;
  std::optional<Model> last_;
  std::optional<Model> best_;
};

}  // namespace panarc
