#include "tag/train_network_tagger.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "base/interruption.h"
#include "panarc/error.h"
#include "panarc/tagger.h"
#include "panarc/train.h"
#include "tag/score_tagger.h"
#include "tag/tagging_guide.h"
#include "train/corpus.h"
#include "train/progress.h"
#include "train/report.h"
#include "train/sentence_trainer.h"

namespace panarc {
namespace {

SentenceTrainerOptions trainer_options() {
  SentenceTrainerOptions options;
  options.strategy.greedy = true;
  options.loss.kind = LossKind::kLikelihood;
  options.beam = 1;
  return options;
}

std::vector<TagSet> tag_sets(std::span<const Field> columns, std::span<const Sentence> training) {
  std::vector<TagSet> sets;
  for (const Field column : columns) {
    TagSet tags = TagSet::of({&column, 1}, training);
    if (tags.size() > 0) sets.push_back(std::move(tags));
  }
  if (sets.empty()) throw_no_tags();
  return sets;
}

std::vector<std::size_t> sizes_of(std::span<const TagSet> sets) {
  std::vector<std::size_t> sizes;
  for (const TagSet& tags : sets) sizes.push_back(tags.size());
  return sizes;
}

TagNetworkTraining network_training(const NetworkTaggerPlan& plan) {
  TagNetworkTraining training{plan.sizes,           plan.embeddings,        plan.vector_dropout,
                              plan.network.dropout, plan.network.optimizer, plan.seed};
  training.sizes.layers = plan.network.sizes.layers;
  training.sizes.units = plan.network.sizes.units;
  return training;
}

/// The training of all columns at once.
class NetworkTaggerTrainee final : public Trainee {
 public:
  NetworkTaggerTrainee(const NetworkTaggerPlan& plan, std::span<const Sentence> training,
                       std::span<const Sentence> dev)
      : plan_(plan),
        dev_(dev),
        tags_(tag_sets(plan.columns, training)),
        scored_(columns_in_use(columns(), dev)),
        learner_(network_training(plan), training, sizes_of(tags_)),
        place_(training.size()) {
    for (const TagSet& tags : tags_) {
      columns_.push_back({tags, TagDictionary(tags, training, plan.dictionary)});
    }
    for (const Sentence& sentence : training) add_example(sentence);
    for (std::size_t i = 0; i < tags_.size(); ++i) {
      tasks_.emplace_back(tags_[i].size(), learner_.network().output().first_class(i));
    }
    for (std::size_t i = 0; i < std::max<std::size_t>(plan.threads, 1); ++i) {
      workers_.push_back(std::make_unique<Worker>(*this));
    }
  }

  [[nodiscard]] std::size_t sentences() const override { return examples_.size(); }
  [[nodiscard]] std::size_t length(std::size_t sentence) const override {
    return examples_[sentence].words;
  }
  [[nodiscard]] Learner& parameters() override { return learner_; }

  void begin_batch(std::span<const std::uint32_t> sentences, int epoch, Team& team) override {
    read_.resize(std::max(read_.size(), sentences.size()));
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      place_[sentences[i]] = i;
      read_[i].reset(static_cast<int>(examples_[sentences[i]].words), 0);
    }
    learner_.read_batch(sentences, epoch, std::span(read_).first(sentences.size()), team);
  }
  TrainingCounts train(std::size_t member, std::size_t sentence, double explore, Random& random,
                       Changes& changes) override {
    Worker& worker = *workers_[member];
    const Example& example = examples_[sentence];
    worker.input.words = read_[place_[sentence]];
    worker.input.candidates.assign(example.words, {});
    TrainingCounts counts;
    for (std::size_t i = 0; i < tags_.size(); ++i) {
      counts.add(worker.columns[i]->trainer.train(worker.input, example.gold[i], explore, random,
                                                  changes));
    }
    counts.sentences = counts.completed = 1;
    counts.used = 1;
    return counts;
  }
  void forget(std::size_t member) override { workers_[member]->scorer->forget(); }

  [[nodiscard]] bool has_dev() const override { return !scored_.empty(); }
  void evaluate(EpochReport& report, Team& team, const Interruption& interruption) override {
    last_.emplace(columns_, learner_.freeze());
    if (scored_.empty()) return;
    report.dev = score_tagger(*last_, dev_, team, interruption);
    report.value = mean_score(*report.dev, scored_);
  }
  void keep() override { best_ = std::move(last_); }

  void save_best(ModelFileWriter& writer, const std::string& prefix) const override {
    if (best_) best_->add_to(writer, prefix);
  }
  void load_best(const std::shared_ptr<const ModelFile>& file, const std::string& prefix) override {
    best_ = NetworkTagger::load(file, prefix, plan_.embeddings);
  }

  [[nodiscard]] const NetworkTagger& best() const { return *best_; }
  /// The columns that are learnt.
  [[nodiscard]] std::vector<Field> columns() const {
    std::vector<Field> columns;
    for (const TagSet& tags : tags_) columns.push_back(tags.columns().front());
    return columns;
  }

 private:
  struct Example {
    std::size_t words = 0;
    std::vector<TaggingGuide::Gold> gold;  // of each column
  };

  /// The data of one thread.
  struct Worker {
    struct Column {
      Column(const TaggingTask& task, LearningScorer<TaggingState, TaggingInput>& scorer)
          : guide(task), trainer(trainer_options(), task, guide, scorer) {}

      TaggingGuide guide;
      SentenceTrainer<TaggingTask, TaggingGuide> trainer;
    };

    explicit Worker(const NetworkTaggerTrainee& of) : scorer(of.learner_.make_scorer()) {
      for (const TaggingTask& task : of.tasks_) {
        columns.push_back(std::make_unique<Column>(task, *scorer));
      }
    }

    std::unique_ptr<LearningScorer<TaggingState, TaggingInput>> scorer;
    std::vector<std::unique_ptr<Column>> columns;
    TaggingInput input;
  };

  void add_example(const Sentence& sentence) {
    Example& example = examples_.emplace_back();
    example.words = static_cast<std::size_t>(sentence.size());
    for (const TagSet& tags : tags_) {
      TaggingGuide::Gold& gold = example.gold.emplace_back();
      for (Node word = 1; word <= sentence.size(); ++word) {
        gold.push_back(tags.tag_of(sentence, word));
      }
    }
  }

  const NetworkTaggerPlan& plan_;
  std::span<const Sentence> dev_;
  std::vector<TagSet> tags_;
  std::vector<Field> scored_;  // the columns that the development data has
  TagNetworkLearner learner_;
  std::vector<NetworkTagger::Column> columns_;
  std::vector<Example> examples_;
  std::vector<TaggingTask> tasks_;
  std::vector<std::unique_ptr<Worker>> workers_;
  // What belongs to a batch: its sentences as read, and their places by number.
  std::vector<EncodedSentence> read_;
  std::vector<std::size_t> place_;
  std::optional<NetworkTagger> last_;
  std::optional<NetworkTagger> best_;
};

/// A hash of the data and of everything that affects the result.
std::uint64_t fingerprint_of(const NetworkTaggerPlan& plan, std::span<const Sentence> training,
                             std::span<const Sentence> dev) {
  std::uint64_t hash = fingerprint(plan, mix_bits(fingerprint_of(training)), fingerprint_of(dev));
  const auto add = [&](std::uint64_t value) { hash = mix_bits(hash + value); };
  for (const Field column : plan.columns) add(static_cast<std::uint64_t>(column));
  for (const std::size_t size :
       {plan.sizes.form, plan.sizes.character, plan.sizes.character_units, plan.sizes.hidden}) {
    add(size);
  }
  for (const double value : {plan.vector_dropout, plan.dictionary.share}) {
    add(std::bit_cast<std::uint64_t>(value));
  }
  add(static_cast<std::uint64_t>(plan.dictionary.fewest));
  return hash;
}

}  // namespace

NetworkTagger train_network_tagger(std::span<const Sentence> training,
                                   std::span<const Sentence> dev, const NetworkTaggerPlan& plan,
                                   const TrainProgress& progress) {
  if (training.empty()) throw Error("there is no sentence to train on");
  NetworkTaggerPlan resolved = plan;
  set_batches(training, resolved);
  NetworkTaggerTrainee trainee(resolved, training, dev);
  StageReport result{{TrainingPart::kTagger, 1, 1, trainee.columns()}};
  begin_stage(progress, result.stage);
  TrainProgress watched = at_stage(progress, result.stage);
  watched.on_epoch = [&, on_epoch = std::move(watched.on_epoch)](const EpochReport& report) {
    if (report.best) result.dev = report.dev;
    if (on_epoch) on_epoch(report);
  };
  run_training(trainee, resolved, watched, {}, fingerprint_of(resolved, training, dev));
  if (progress.on_result) progress.on_result(result);
  return trainee.best();
}

}  // namespace panarc
