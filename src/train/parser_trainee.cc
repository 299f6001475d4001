#include "train/parser_trainee.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "panarc/error.h"
#include "scorer/linear/linear_weights.h"
#include "scorer/network/network_learner.h"
#include "scorer/network/network_weights.h"
#include "scorer/user/user_weights.h"
#include "train/dev_scores.h"

namespace panarc {
namespace {

/// Maps the classes of a model to those of one that is trained further. Labels have the same
/// numbers in both, but there may be more of them.
std::vector<std::uint32_t> classes_from(const TransitionClasses& old,
                                        const TransitionClasses& classes) {
  std::vector<std::uint32_t> result(old.size());
  old.for_each([&](std::uint32_t cls, Action action, std::optional<Label> label) {
    result[cls] = label ? classes.of(action, *label) : classes.of(action);
  });
  return result;
}

/// The number of key bits that distinguish features in the model to start from.
unsigned key_bits(const TrainingPlan& plan) {
  constexpr unsigned kAll = 64;
  if (!plan.from) return kAll;
  return dynamic_cast<const LinearWeights&>(plan.from->weights()).table().key_bits();
}

/// `before` learnt from fewer sentences; it may be null.
std::unique_ptr<ParserLearner> make_learner(const TrainingPlan& plan,
                                            std::span<const Sentence> training,
                                            const LabelNames& labels, const ParserLearner* before) {
  const TransitionClasses classes = classes_of(plan.model, labels);
  if (plan.model.scorer != ScorerKind::kLinear) {
    NetworkTraining options = plan.network;
    options.seed = plan.seed;
    options.given = plan.embeddings;
    const ParserNetwork* const network =
        before != nullptr ? &static_cast<const NetworkLearner*>(before)->network()
        : plan.from       ? &static_cast<const NetworkWeights&>(plan.from->weights()).network()
                          : nullptr;
    return std::make_unique<NetworkLearner>(options, training, plan.model.system, classes,
                                            plan.model.direction, network);
  }
  if (!plan.model.classifier.empty()) {
    return std::make_unique<UserLearner>(classifier_parser(plan.model, labels, plan.seed));
  }
  return std::make_unique<LinearParserLearner>(
      LinearFeatures{templates_of(plan.model), plan.embeddings}, classes.size(), plan.freeze,
      key_bits(plan));
}

/// Throws Error if there are more classes than a model can number.
TransitionClasses checked(const TransitionClasses& classes) {
  constexpr std::size_t kMost = std::numeric_limits<std::uint16_t>::max();
  if (classes.size() <= kMost) return classes;
  throw Error(fmt::format("there are {} classes of transitions with labels; a model can have {}",
                          classes.size(), kMost));
}

}  // namespace

ParserTrainee::ParserTrainee(const TrainingPlan& plan, std::unique_ptr<const Corpus> corpus,
                             const ParserData& training, const ParserData& dev, FeatureDrift* drift,
                             const TrainProgress& progress, const ParserTrainee* before)
    : plan_(plan),
      corpus_(std::move(corpus)),
      training_(training),
      dev_(dev),
      drift_(drift),
      progress_(progress),
      classes_(checked(classes_of(plan.model, corpus_->labels()))),
      learner_(make_learner(plan, std::span(training.sentences).first(sentences()),
                            corpus_->labels(),
                            before == nullptr ? nullptr : before->learner_.get())) {
  if (before != nullptr) {
    learner_->continue_from(*before->learner_, classes_from(before->classes_, classes_));
    best_ = before->best_;
  } else if (plan.from) {
    const Model& from = *plan.from;
    learner_->take_over(from.weights(),
                        classes_from(classes_of(from.options(), from.labels()), classes_));
  }
  for (std::size_t i = 0; i < std::max<std::size_t>(plan.threads, 1); ++i) {
    workers_.push_back({make_trainer(i), {}, {}});
  }
}

void ParserTrainee::begin_batch(std::span<const std::uint32_t> sentences, int epoch, Team& team) {
  call_hooks(sentences, epoch);
  if (plan_.model.scorer == ScorerKind::kLinear) return;
  read_.resize(std::max(read_.size(), sentences.size()));
  place_.resize(corpus_->examples().size());
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    read_[i] = corpus_->examples()[sentences[i]].words;
    place_[sentences[i]] = i;
  }
  learner_->read_batch(sentences, epoch, std::span(read_).first(sentences.size()), team);
}

TrainingCounts ParserTrainee::train(std::size_t member, std::size_t sentence, double explore,
                                    Random& random, Changes& changes) {
  Worker& worker = workers_[member];
  const Example& example = corpus_->examples()[sentence];
  const Change* const change = changes_.empty() ? nullptr : &changes_[sentence];
  if (change != nullptr && change->skip) return {};
  if (plan_.model.scorer == ScorerKind::kLinear) {
    example.draw_words(plan_.rare_rate, random, worker.words);
  } else {
    worker.words = read_[place_[sentence]];
  }
  if (plan_.given > 0) example.give_heads(plan_.given, random, worker.words);
  if (plan_.keep_arcs != 1) worker.known = example.draw_known(plan_.keep_arcs, random);
  const References& known = change != nullptr && change->known ? *change->known
                            : plan_.keep_arcs != 1             ? worker.known
                                                               : example.known;
  return worker.trainer->train(worker.words, known, example.tags, explore, random, changes);
}

void ParserTrainee::evaluate(EpochReport& report, Team& team, const Interruption& interruption) {
  last_ = current();
  if (!has_dev()) return;
  report.dev =
      score_sentences(*last_, dev_.sentences, dev_.choices, team, interruption, dev_.right_tags);
  if (drift_ != nullptr) report.divergence = drift_->take(*last_, dev_.sentences, team);
  report.tagged = plan_.joint;
  const bool labeled = plan_.model.labels != LabelMode::kNone;
  report.value = report.dev->percentage(labeled ? Metric::kLas : Metric::kUas);
}

Model ParserTrainee::current() const {
  const SeenNames& names = corpus_->names();
  return Model(
      {plan_.model, names.labels, names.words, names.tags, plan_.embeddings, learner_->freeze()});
}

/// Lets the hook see and change the examples of a batch.
void ParserTrainee::call_hooks(std::span<const std::uint32_t> sentences, int epoch) {
  if (!progress_.before_updates) return;
  changes_.resize(corpus_->examples().size());
  for (const std::uint32_t i : sentences) {
    const Sentence& sentence = training_.sentences[i];
    const std::vector<KnownWord> known = known_words(sentence, KnownFrom::kColumns);
    TrainingExample example{epoch, i, sentence, known};
    progress_.before_updates(example);
    changes_[i] = {changed(i, known, example), example.skip};
  }
}

/// What is to be learnt of a sentence now; nothing if it is what it was.
std::optional<References> ParserTrainee::changed(std::size_t i,
                                                 const std::vector<KnownWord>& before,
                                                 const TrainingExample& example) const {
  if (example.known == before) return std::nullopt;
  if (example.known.size() != before.size()) {
    throw Error({example.sentence.file(), example.sentence.line(), 0},
                fmt::format("a hook has left {} elements for what is known about the words, "
                            "expected {}",
                            example.known.size(), before.size()));
  }
  std::vector<Node> forgotten;
  for (std::size_t word = 1; word < before.size(); ++word) {
    if (example.known[word] == before[word]) continue;
    if (example.known[word] != KnownWord()) return corpus_->known_as(example.known);
    forgotten.push_back(static_cast<Node>(word));
  }
  // Everything else remains as it is, for example that there are several references.
  if (plan_.model.direction == Direction::kRightToLeft) {
    for (Node& word : forgotten) word = static_cast<Node>(before.size()) - word;
  }
  return corpus_->examples()[i].known.without(forgotten);
}

std::unique_ptr<ParserTrainer> ParserTrainee::make_trainer(std::size_t member) {
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
  if (drift_ != nullptr) scorer = drift_->counting(std::move(scorer), member);
  return make_parser_trainer(plan_.model.system, options, classes_, std::move(scorer));
}

}  // namespace panarc
