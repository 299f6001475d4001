#include "train/trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "oracle/closed_form.h"
#include "oracle/limits.h"
#include "oracle/swap_oracle.h"
#include "panarc/error.h"
#include "panarc/train.h"
#include "parse/model_parser.h"
#include "scorer/linear/linear_weights.h"
#include "scorer/network/network_learner.h"
#include "scorer/network/network_weights.h"
#include "scorer/user/user_weights.h"
#include "train/calibrate.h"
#include "train/corpus.h"
#include "train/dev_scores.h"
#include "train/feature_drift.h"
#include "train/parser_trainer.h"
#include "train/report.h"
#include "transition/system_record.h"

namespace panarc {
namespace {

/// A model can only be trained further as the same kind.
void check_fits(const TrainingPlan& plan) {
  if (!plan.from) return;
  const ModelOptions& before = plan.from->options();
  if (before.scorer != plan.model.scorer) {
    throw Error(fmt::format("the initial model has a {} scorer, not a {} one",
                            kScorerNames.of(before.scorer), kScorerNames.of(plan.model.scorer)));
  }
  if (before.classifier != plan.model.classifier) {
    throw Error(fmt::format("the initial model has the classifier '{}', not '{}'",
                            before.classifier, plan.model.classifier));
  }
  if (before.direction != plan.model.direction) {
    throw Error(fmt::format("the initial model reads {}, not {}",
                            kDirectionNames.of(before.direction),
                            kDirectionNames.of(plan.model.direction)));
  }
  if (before.system != plan.model.system || before.labels != plan.model.labels) {
    throw Error(fmt::format(
        "the initial model is for {}, not for {}{}", before.system, plan.model.system,
        before.labels != plan.model.labels ? ", or predicts labels in another way" : ""));
  }
}

/// The vectors to train with; null if neither the templates nor a network uses any.
std::shared_ptr<const Embeddings> embeddings_for(const TrainingPlan& plan) {
  const bool is_network = plan.model.scorer != ScorerKind::kLinear;
  if (!is_network && !use_embeddings(templates_of(plan.model))) return nullptr;
  const std::shared_ptr<const Embeddings> before = plan.from ? plan.from->embeddings() : nullptr;
  if (!plan.embeddings) {
    if (before == nullptr && !is_network) {
      throw OptionError("embeddings", "the templates use `embedding`, but there are no vectors");
    }
    return before;
  }
  if (is_network && plan.from && before == nullptr) {
    throw OptionError("embeddings", "the initial model is a network without word vectors");
  }
  if (before != nullptr && before->dimension() != plan.embeddings->dimension()) {
    throw Error(
        fmt::format("the initial model has vectors of {} dimensions, but those given have {}",
                    before->dimension(), plan.embeddings->dimension()));
  }
  return plan.embeddings;
}

/// Whether costs are needed after transitions with right arcs and wrong labels.
bool takes_wrong_labels(const TrainingPlan& plan) {
  const Strategy& strategy = plan.strategy;
  if (plan.model.labels == LabelMode::kNone) return false;
  if (strategy.restart && strategy.explore.largest() > 0) return true;
  if (plan.loss.cost_sensitive) return true;
  return plan.model.labels == LabelMode::kParallel &&
         strategy.reference == Strategy::Reference::kDynamic;
}

/// Whether a sentence of any length can be trained on: no costs are needed that take memory for
/// every pair of words.
bool may_be_long(const References& known, const TrainingPlan& plan) {
  if (known.several()) return false;
  const Gold& gold = known.any();
  const SystemOptions& options = plan.model.transitions;
  if (plan.swap_oracle) return swap_oracles_apply(gold, options);
  const SystemRecord& system = system_record(plan.model.system);
  if (!system.closed_form) return false;
  if (plan.cost == CostMethod::kClosedForm) return true;
  if (system.temporary_arcs && gold.has_labels() && takes_wrong_labels(plan)) return false;
  return closed_form_holds(gold, options);
}

/// Throws Error, with its place, for a sentence too long for its costs, before time is spent on
/// others.
void check_lengths(std::span<const Sentence> training, const Corpus& corpus,
                   const TrainingPlan& plan) {
  for (std::size_t i = 0; i < training.size(); ++i) {
    const Sentence& sentence = training[i];
    if (sentence.size() <= kMaxWordsOfPairs) continue;
    if (may_be_long(corpus.examples()[i].known, plan)) continue;
    throw Error({sentence.file(), sentence.line(), 0},
                fmt::format("the sentence has {} words, which is too long to train on where costs "
                            "have no closed form; the limit is {} (--max-words leaves out longer "
                            "ones)",
                            sentence.size(), kMaxWordsOfPairs));
  }
}

/// Maps the classes of the model to start from to those of the one being trained. Labels have the
/// same numbers in both, but there may be more of them.
std::vector<std::uint32_t> classes_from(const Model& before, const TransitionClasses& classes) {
  const TransitionClasses old = classes_of(before.options(), before.labels());
  std::vector<std::uint32_t> result(old.size());
  old.for_each([&](std::uint32_t cls, Action action, std::optional<Label> label) {
    result[cls] = label ? classes.of(action, *label) : classes.of(action);
  });
  return result;
}

/// The columns that examples are encoded with; a network encodes sentences by itself.
std::vector<WordColumn> columns_for(const TrainingPlan& plan) {
  if (plan.model.scorer != ScorerKind::kLinear) return {};
  if (!plan.model.classifier.empty()) return ClassifierInput(templates_of(plan.model)).columns;
  const FeaturePlan features(templates_of(plan.model), plan.embeddings.get());
  return {features.columns().begin(), features.columns().end()};
}

/// The development data, each sentence with the reference nearest to its parse.
std::vector<Sentence> with_nearest(const Model& model, std::span<const Sentence> dev,
                                   std::span<const TreeChoices> choices) {
  std::vector<Sentence> result(dev.begin(), dev.end());
  ModelParser parser(model);
  for (std::size_t i = 0; i < dev.size(); ++i) {
    if (choices[i].choices.empty()) continue;
    Sentence parsed = dev[i];
    parser.parse(parsed);
    result[i] = with_nearest_reference(dev[i], choices[i], parsed);
  }
  return result;
}

/// The number of key bits that distinguish features in the model to start from.
unsigned key_bits(const TrainingPlan& plan) {
  constexpr unsigned kAll = 64;
  if (!plan.from) return kAll;
  return dynamic_cast<const LinearWeights&>(plan.from->weights()).table().key_bits();
}

std::unique_ptr<ParserLearner> make_learner(const TrainingPlan& plan,
                                            std::span<const Sentence> training,
                                            const LabelNames& labels) {
  const TransitionClasses classes = classes_of(plan.model, labels);
  if (plan.model.scorer != ScorerKind::kLinear) {
    NetworkTraining options = plan.network;
    options.seed = plan.seed;
    options.given = plan.embeddings;
    const ParserNetwork* const before =
        plan.from ? &static_cast<const NetworkWeights&>(plan.from->weights()).network() : nullptr;
    return std::make_unique<NetworkLearner>(options, training, plan.model.system, classes,
                                            plan.model.direction, before);
  }
  if (!plan.model.classifier.empty()) {
    return std::make_unique<UserLearner>(classifier_parser(plan.model, labels, plan.seed));
  }
  return std::make_unique<LinearParserLearner>(
      LinearFeatures{templates_of(plan.model), plan.embeddings}, classes.size(), plan.freeze,
      key_bits(plan));
}

/// A parser in training.
class ParserTrainee final : public Trainee {
 public:
  ParserTrainee(const TrainingPlan& plan, const Corpus& corpus, std::span<const Sentence> training,
                std::span<const Sentence> dev, std::span<const TreeChoices> dev_choices,
                std::span<const Sentence> dev_tags)
      : plan_(plan),
        corpus_(corpus),
        dev_(dev),
        dev_choices_(dev_choices),
        dev_tags_(dev_tags),
        classes_(checked(classes_of(plan.model, corpus.labels()))),
        learner_(make_learner(plan, training, corpus.labels())) {
    if (plan.from) learner_->take_over(plan.from->weights(), classes_from(*plan.from, classes_));
    if (plan.diagnose && !dev.empty()) drift_.emplace(plan.model, plan.embeddings, plan.threads);
    for (std::size_t i = 0; i < std::max<std::size_t>(plan.threads, 1); ++i) {
      workers_.push_back({make_trainer(i), {}, {}});
    }
  }

  [[nodiscard]] std::size_t sentences() const override { return corpus_.examples().size(); }
  [[nodiscard]] std::size_t length(std::size_t sentence) const override {
    return static_cast<std::size_t>(corpus_.examples()[sentence].words.words());
  }
  [[nodiscard]] Learner& parameters() override { return learner_->parameters(); }

  void begin_batch(std::span<const std::uint32_t> sentences, int epoch, Team& team) override {
    if (plan_.model.scorer == ScorerKind::kLinear) return;
    read_.resize(std::max(read_.size(), sentences.size()));
    place_.resize(corpus_.examples().size());
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      read_[i] = corpus_.examples()[sentences[i]].words;
      place_[sentences[i]] = i;
    }
    learner_->read_batch(sentences, epoch, std::span(read_).first(sentences.size()), team);
  }

  TrainingCounts train(std::size_t member, std::size_t sentence, double explore, Random& random,
                       Changes& changes) override {
    Worker& worker = workers_[member];
    const Example& example = corpus_.examples()[sentence];
    if (plan_.model.scorer == ScorerKind::kLinear) {
      example.draw_words(plan_.rare_rate, random, worker.words);
    } else {
      worker.words = read_[place_[sentence]];
    }
    if (plan_.given > 0) example.give_heads(plan_.given, random, worker.words);
    if (plan_.keep_arcs != 1) worker.known = example.draw_known(plan_.keep_arcs, random);
    return worker.trainer->train(worker.words, plan_.keep_arcs != 1 ? worker.known : example.known,
                                 example.tags, explore, random, changes);
  }
  void forget(std::size_t member) override { workers_[member].trainer->forget(); }

  [[nodiscard]] bool has_dev() const override { return !dev_.empty(); }
  void evaluate(EpochReport& report, Team& team) override {
    last_ = Model({plan_.model, corpus_.labels(), corpus_.known_words(), corpus_.tags(),
                   plan_.embeddings, learner_->freeze()});
    if (dev_.empty()) return;
    report.dev = score_sentences(*last_, dev_, dev_choices_, team, dev_tags_);
    if (drift_) report.divergence = drift_->take(*last_, dev_, team);
    report.tagged = plan_.joint;
    const bool labeled = plan_.model.labels != LabelMode::kNone;
    report.value = report.dev->percentage(labeled ? Metric::kLas : Metric::kUas);
  }
  void keep() override { best_ = std::move(last_); }

  void save_best(ModelFileWriter& writer, const std::string& prefix) const override {
    if (best_) best_->add_to(writer, prefix, false);
  }
  void load_best(const std::shared_ptr<const ModelFile>& file, const std::string& prefix) override {
    best_ = Model::load(file, prefix, plan_.embeddings);
  }

  [[nodiscard]] const std::optional<Model>& best() const { return best_; }

 private:
  /// The data of one thread.
  struct Worker {
    std::unique_ptr<ParserTrainer> trainer;
    EncodedSentence words;
    References known;
  };

  static TransitionClasses checked(const TransitionClasses& classes) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint16_t>::max();
    if (classes.size() <= kMost) return classes;
    throw Error(fmt::format("there are {} classes of transitions with labels; a model can have {}",
                            classes.size(), kMost));
  }

  std::unique_ptr<ParserTrainer> make_trainer(std::size_t member) {
    ParserTrainerOptions options{{plan_.strategy, plan_.loss, plan_.model.beam},
                                 {plan_.strategy.reference, plan_.cost, plan_.swap_oracle},
                                 plan_.model.transitions,
                                 {},
                                 {}};
    const std::size_t width = options.sentence.width();
    if (plan_.batch == 1) {
      options.apply = [this](Changes& changes) { parameters().apply_at_once(changes); };
    }
    if (plan_.diagnose) options.make_probe = [=, this] { return learner_->make_scorer(width); };
    auto scorer = learner_->make_scorer(width);
    if (drift_) scorer = drift_->counting(std::move(scorer), member);
    return make_parser_trainer(plan_.model.system, options, classes_, std::move(scorer));
  }

  const TrainingPlan& plan_;
  const Corpus& corpus_;
  std::span<const Sentence> dev_;
  std::span<const TreeChoices> dev_choices_;
  std::span<const Sentence> dev_tags_;  // with the right tags, if `dev_` has predicted ones
  TransitionClasses classes_;
  std::unique_ptr<ParserLearner> learner_;
  std::optional<FeatureDrift> drift_;
  std::vector<Worker> workers_;
  // The sentences of a batch as read, and their places by number.
  std::vector<EncodedSentence> read_;
  std::vector<std::size_t> place_;
  std::optional<Model> last_;
  std::optional<Model> best_;
};

}  // namespace

bool has_head(const Sentence& sentence) {
  return std::any_of(sentence.heads().begin() + 1, sentence.heads().end(),
                     [](Node head) { return head != kNoHead; });
}

void check_trees(std::span<const Sentence> training, std::span<const Sentence> dev) {
  if (training.empty()) throw Error("there is no sentence to train on");
  if (std::none_of(training.begin(), training.end(), has_head)) {
    throw Error({training.front().file(), 0, 0}, "no word of the training data has a head");
  }
  if (dev.empty() || std::any_of(dev.begin(), dev.end(), has_head)) return;
  throw Error({dev.front().file(), 0, 0},
              "no word of the development data has a head, so there is nothing to compare epochs "
              "by");
}

void check_tags_to_choose(std::span<const Sentence> training) {
  if (!tags_in(training).empty()) return;
  throw Error({training.empty() ? std::string() : training.front().file(), 0, 0},
              "no word of the training data has a tag (UPOS)");
}

Model train_model(std::span<const Sentence> training, std::span<const Sentence> dev,
                  const TrainingPlan& plan, const TrainProgress& progress,
                  const ReferenceChoices& references, const RightTags& tags) {
  check_trees(training, dev);
  if (plan.epochs < 1) throw Error("training needs at least one epoch");
  check_system(plan.model);
  check_fits(plan);
  TrainingPlan resolved = plan;
  set_batches(training, resolved);
  resolved.embeddings = embeddings_for(plan);
  if (plan.joint) {
    check_tags_to_choose(tags.training);
    resolved.model.tags = tags_in(tags.training);
  }
  const SystemOptions& transitions = plan.model.transitions;
  const Corpus corpus(
      training,
      {plan.model.pseudo_projective, transitions.span, transitions.root, plan.model.direction,
       plan.rare_count, plan.constraints, references.training, resolved.model.tags, tags.training},
      columns_for(resolved), resolved.embeddings.get(), plan.from.get());
  if (corpus.labels().names.empty() && plan.model.labels != LabelMode::kNone) {
    throw OptionError("labels",
                      "no word of the training data has both a head and a relation (DEPREL), so "
                      "there are no relations to learn; `none` trains without them");
  }
  resolved.model.transitions.single_root = plan.single_root.value_or(corpus.has_single_roots());
  check_lengths(training, corpus, resolved);
  ParserTrainee trainee(resolved, corpus, training, dev, references.dev, tags.dev);
  const Strategy& strategy = resolved.strategy;
  run_training(
      trainee, resolved, progress, {strategy.explore, strategy.explore_after},
      fingerprint(resolved,
                  fingerprint_of(training) + fingerprint_of(references.training) +
                      fingerprint_of(tags.training),
                  fingerprint_of(dev) + fingerprint_of(references.dev) + fingerprint_of(tags.dev)));
  const Model& best = *trainee.best();
  if (dev.empty()) return best;
  Team team(resolved.threads);
  if (references.dev.empty()) return best.with_calibration(calibrate(best, dev, team));
  return best.with_calibration(calibrate(best, with_nearest(best, dev, references.dev), team));
}

}  // namespace panarc
