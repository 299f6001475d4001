#include "train/trainer.h"

#include <fmt/format.h>

#include <atomic>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "evaluate/comparison.h"
#include "model/model_options_json.h"
#include "oracle/limits.h"
#include "panarc/error.h"
#include "parse/model_parser.h"
#include "scorer/linear/linear_weights.h"
#include "train/corpus.h"
#include "train/parser_trainer.h"
#include "transition/systems.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

/// Of all that has an effect on the model.
std::uint64_t fingerprint(const TrainOptions& options, std::uint64_t training, std::uint64_t dev) {
  const Strategy& strategy = options.strategy;
  const auto number = [](auto value) { return static_cast<int>(value); };
  const nlohmann::json json{
      {"model", options.model},
      {"strategy",
       {number(strategy.reference), number(strategy.violation), number(strategy.positive),
        number(strategy.negative), number(strategy.resume), strategy.greedy, strategy.restart,
        strategy.explore, strategy.explore_after, strategy.time_limit, strategy.reset_every}},
      {"cost", number(options.cost)},
      {"swap_oracle", options.swap_oracle ? number(*options.swap_oracle) : -1},
      {"loss", {number(options.loss.kind), options.loss.aggressiveness}},
      {"seed", options.seed},
      {"batch", options.batch},
      {"rare", {options.rare_count, options.rare_rate}},
      {"prune", {options.prune, options.min_changes}},
      {"embeddings", options.embeddings ? options.embeddings->fingerprint() : 0},
      {"data", {training, dev}},
      {"from", options.from ? options.from->weights().fingerprint() : 0}};
  return word_hash(Attribute::kForm, json.dump());
}

/// A model can only be trained further as what it is.
void check_fits(const TrainOptions& options) {
  if (!options.from) return;
  const ModelOptions& before = options.from->options();
  if (before.system != options.model.system || before.labels != options.model.labels) {
    throw Error(fmt::format(
        "the model to begin with is one for {}, not for {}{}", before.system, options.model.system,
        before.labels != options.model.labels ? ", or predicts labels in another way" : ""));
  }
}

/// The vectors to train with; none if the templates do without.
std::shared_ptr<const Embeddings> embeddings_for(const TrainOptions& options) {
  if (!use_embeddings(templates_of(options.model))) return nullptr;
  const std::shared_ptr<const Embeddings> before =
      options.from ? options.from->embeddings() : nullptr;
  if (!options.embeddings) {
    if (before == nullptr) {
      throw Error("the templates use `embedding`; give the vectors with --embeddings FILE");
    }
    return before;
  }
  if (before != nullptr && before->dimension() != options.embeddings->dimension()) {
    throw Error(
        fmt::format("the model to begin with has vectors of {} dimensions, and those given "
                    "have {}",
                    before->dimension(), options.embeddings->dimension()));
  }
  return options.embeddings;
}

/// Throws Error, with its place, for a sentence whose costs are out of reach, before time is spent
/// on the others.
void check_lengths(std::span<const Sentence> training, const TrainOptions& options) {
  if (options.swap_oracle) return;
  bool has_closed_form = false;
  with_system(options.model.system,
              [&](auto system) { has_closed_form = HasClosedForm<decltype(system)>; });
  if (has_closed_form && options.cost == CostMethod::kClosedForm) return;
  for (const Sentence& sentence : training) {
    if (sentence.size() <= kMaxWordsOfPairs) continue;
    if (has_closed_form && is_projective(sentence.heads())) continue;
    throw Error({sentence.file(), sentence.line(), 0},
                fmt::format("the sentence has {} words, and its costs have no closed form, which "
                            "is too long to train on; the limit is {} (--max-words leaves longer "
                            "ones out)",
                            sentence.size(), kMaxWordsOfPairs));
  }
}

/// The classes of a model that training begins with, as classes of the one that is trained: their
/// labels may have other numbers.
std::vector<std::uint32_t> classes_from(const Model& before, const TransitionClasses& classes,
                                        const std::vector<std::string>& labels) {
  const TransitionClasses old = classes_of(before.options(), before.labels());
  std::vector<Label> numbers;
  for (const std::string& name : before.labels().names) {
    const auto found = std::find(labels.begin(), labels.end(), name);
    numbers.push_back(static_cast<Label>(found - labels.begin()));
  }
  std::vector<std::uint32_t> result(old.size());
  old.for_each([&](std::uint32_t cls, Action action, std::optional<Label> label) {
    result[cls] =
        label ? classes.of(action, numbers[static_cast<std::size_t>(*label)]) : classes.of(action);
  });
  return result;
}

/// A parser in training.
class ParserTrainee final : public Trainee {
 public:
  ParserTrainee(const TrainOptions& options, const Corpus& corpus, std::span<const Sentence> dev)
      : options_(options),
        corpus_(corpus),
        dev_(dev),
        classes_(classes_of(options.model, corpus.labels())),
        learner_({templates_of(options.model), options.embeddings}, checked(classes_.size()),
                 {options.prune, options.min_changes}, key_bits(options)) {
    if (options.from) {
      learner_.take_over(options.from->weights(),
                         classes_from(*options.from, classes_, corpus.labels().names));
    }
    for (std::size_t i = 0; i < std::max<std::size_t>(options.threads, 1); ++i) {
      workers_.push_back({make_trainer(), {}});
    }
  }

  [[nodiscard]] std::size_t sentences() const override { return corpus_.examples().size(); }
  [[nodiscard]] std::size_t length(std::size_t sentence) const override {
    return static_cast<std::size_t>(corpus_.examples()[sentence].words.words());
  }
  [[nodiscard]] Learner& parameters() override { return learner_.parameters(); }

  TrainingCounts train(std::size_t member, std::size_t sentence, double explore, Random& random,
                       Changes& changes) override {
    Worker& worker = workers_[member];
    const Example& example = corpus_.examples()[sentence];
    example.draw_words(options_.rare_rate, random, worker.words);
    return worker.trainer->train(worker.words, example.gold, explore, random, changes);
  }
  void forget(std::size_t member) override { workers_[member].trainer->forget(); }

  [[nodiscard]] bool has_dev() const override { return !dev_.empty(); }
  void evaluate(EpochReport& report, Team& team) override {
    last_ = Model({options_.model, corpus_.labels(), corpus_.known_words(), options_.embeddings,
                   learner_.freeze()});
    if (dev_.empty()) return;
    report.dev = score(*last_, team);
    const bool labeled = options_.model.labels != LabelMode::kNone;
    report.value = report.dev->percentage(labeled ? Metric::kLas : Metric::kUas);
  }
  void keep() override { best_ = std::move(last_); }

  void save_best(ModelFileWriter& writer, const std::string& prefix) const override {
    if (best_) best_->add_to(writer, prefix, false);
  }
  void load_best(const std::shared_ptr<const ModelFile>& file, const std::string& prefix) override {
    if (file->has(prefix + "options")) best_ = Model::load(file, prefix, options_.embeddings);
  }

  [[nodiscard]] const std::optional<Model>& best() const { return best_; }

 private:
  /// What a thread works with.
  struct Worker {
    std::unique_ptr<ParserTrainer> trainer;
    EncodedSentence words;
  };

  static std::size_t checked(std::size_t classes) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint16_t>::max();
    if (classes <= kMost) return classes;
    throw Error(fmt::format("there are {} classes of transitions with labels; a model can have {}",
                            classes, kMost));
  }

  static unsigned key_bits(const TrainOptions& options) {
    constexpr unsigned kAll = 64;
    if (!options.from) return kAll;
    return dynamic_cast<const LinearWeights&>(options.from->weights()).table().key_bits();
  }

  std::unique_ptr<ParserTrainer> make_trainer() {
    ParserTrainerOptions options{{options_.strategy, options_.loss, options_.model.beam},
                                 {options_.strategy.reference, options_.cost, options_.swap_oracle},
                                 options_.model.transitions,
                                 {}};
    if (options_.batch == 1) {
      options.apply = [this](Changes& changes) { parameters().apply_at_once(changes); };
    }
    return make_parser_trainer(options_.model.system, options, classes_,
                               learner_.make_scorer(options.sentence.width()));
  }

  [[nodiscard]] Scores score(const Model& model, Team& team) const {
    std::vector<Scores> parts(team.size());
    std::atomic<std::size_t> next = 0;
    team.run([&](std::size_t member) {
      ModelParser parser(model);
      SentenceComparison comparison;
      for (std::size_t i = next++; i < dev_.size(); i = next++) {
        Sentence parsed = dev_[i];
        parser.parse(parsed);
        comparison.compare(dev_[i], parsed);
        parts[member].add(comparison);
      }
    });
    Scores scores;
    for (const Scores& part : parts) scores.add(part);
    return scores;
  }

  const TrainOptions& options_;
  const Corpus& corpus_;
  std::span<const Sentence> dev_;
  TransitionClasses classes_;
  LinearParserLearner learner_;
  std::vector<Worker> workers_;
  std::optional<Model> last_;
  std::optional<Model> best_;
};

LoopOptions loop_options(const TrainOptions& options, std::uint64_t fingerprint) {
  return {options.epochs,
          options.patience,
          options.seed,
          options.threads,
          options.batch,
          options.strategy.explore,
          options.strategy.explore_after,
          options.checkpoint,
          options.checkpoint_seconds,
          options.resume,
          fingerprint};
}

}  // namespace

Model train(std::span<const Sentence> training, std::span<const Sentence> dev,
            const TrainOptions& options, const TrainProgress& progress) {
  if (training.empty()) throw Error("there are no sentences to train on");
  if (options.epochs < 1) throw Error("training needs an epoch or more");
  check_system(options.model);
  check_fits(options);
  check_lengths(training, options);
  TrainOptions resolved = options;
  if (resolved.batch == 0) resolved.batch = default_batch(training.size());
  resolved.batch = std::min(resolved.batch, training.size());
  resolved.embeddings = embeddings_for(options);
  const SystemOptions& transitions = options.model.transitions;
  const Corpus corpus(
      training,
      {options.model.pseudo_projective, transitions.span, transitions.root, options.rare_count},
      FeaturePlan(templates_of(options.model), resolved.embeddings.get()).columns(),
      resolved.embeddings.get(), options.from.get());
  if (corpus.labels().names.empty() && options.model.labels != LabelMode::kNone) {
    throw Error("no word of the training sentences has a head, so there are no relations to learn");
  }
  resolved.model.transitions.single_root = options.single_root.value_or(corpus.has_single_roots());
  ParserTrainee trainee(resolved, corpus, dev);
  run_training(
      trainee,
      loop_options(resolved, fingerprint(resolved, fingerprint_of(training), fingerprint_of(dev))),
      progress);
  return *trainee.best();
}

}  // namespace panarc
