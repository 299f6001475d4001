#include "train/trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
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
#include "scorer/user/user_weights.h"
#include "train/calibrate.h"
#include "train/corpus.h"
#include "train/feature_drift.h"
#include "train/parser_trainee.h"
#include "train/report.h"
#include "train/rules.h"
#include "transition/system_record.h"
#include "treebank/projectivity.h"

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
  std::shared_ptr<const Embeddings> before = plan.from ? plan.from->embeddings() : nullptr;
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

/// The columns that examples are encoded with; a network encodes sentences by itself.
std::vector<WordColumn> columns_for(const TrainingPlan& plan) {
  if (plan.model.scorer != ScorerKind::kLinear) return {};
  if (!plan.model.classifier.empty()) return ClassifierInput(templates_of(plan.model)).columns;
  const FeaturePlan features(templates_of(plan.model), plan.embeddings.get());
  return {features.columns().begin(), features.columns().end()};
}

/// The development data, each sentence with the reference nearest to its parse.
std::vector<Sentence> with_nearest(const Model& model, std::span<const Sentence> dev,
                                   std::span<const TreeChoices> choices,
                                   const Interruption& interruption) {
  std::vector<Sentence> result(dev.begin(), dev.end());
  ModelParser parser(model);
  for (std::size_t i = 0; i < dev.size(); ++i) {
    if (choices[i].choices.empty()) continue;
    interruption.throw_if_over();
    Sentence parsed = dev[i];
    parser.parse(parsed);
    result[i] = with_nearest_reference(dev[i], choices[i], parsed);
  }
  return result;
}

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

namespace {

/// Projectivizes each tree of a sentence separately.
void projectivize_all(TreeChoices& choices, const Sentence& sentence, PseudoProjective scheme) {
  if (choices.choices.empty()) return;
  std::vector<LabeledTree> trees = trees_of(choices, TreeChoices::kMostAlternatives);
  try {
    for (LabeledTree& tree : trees) projectivize(tree, scheme);
  } catch (const Error& error) {
    throw Error({sentence.file(), sentence.line(), 0}, error.message());
  }
  choices = choice_of_trees(trees);
}

template <class T>
void append(std::vector<T>& to, std::vector<T> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

void ParserData::add(ParserData other) {
  if (choices.empty() != other.choices.empty()) {
    choices.resize(sentences.size());
    other.choices.resize(other.sentences.size());
  }
  append(sentences, std::move(other.sentences));
  append(choices, std::move(other.choices));
  append(right_tags, std::move(other.right_tags));
  references += other.references;
}

void ParserData::cut(std::size_t count) {
  const auto shorten = [count](auto& all) {
    if (all.size() > count) all.erase(all.begin() + static_cast<std::ptrdiff_t>(count), all.end());
  };
  shorten(sentences);
  shorten(choices);
  shorten(right_tags);
}

ParserData dev_data(std::span<const Sentence> sentences, const TrainingPlan& plan,
                    std::span<const Sentence> right_tags) {
  ParserData data{{sentences.begin(), sentences.end()}, {}, {right_tags.begin(), right_tags.end()}};
  data.choices = take_references(data.sentences, plan.schemes);
  take_references(data.right_tags, {});
  data.references = sentences.size() - data.sentences.size();
  return data;
}

ParserData training_data(std::span<const Sentence> sentences, const TrainingPlan& plan,
                         std::span<const Sentence> right_tags) {
  ParserData data;
  const auto keep = [](std::span<const Sentence> from, std::vector<Sentence>& to) {
    std::ranges::copy_if(from, std::back_inserter(to),
                         [](const Sentence& sentence) { return !sentence.empty(); });
  };
  keep(sentences, data.sentences);
  keep(right_tags, data.right_tags);
  const std::size_t trees = data.sentences.size();
  data.choices = take_references(data.sentences, plan.schemes);
  take_references(data.right_tags, {});
  data.references = trees - data.sentences.size();
  if (!plan.model.pseudo_projective) return data;
  for (std::size_t i = 0; i < data.choices.size(); ++i) {
    projectivize_all(data.choices[i], data.sentences[i], *plan.model.pseudo_projective);
  }
  return data;
}

ParserTraining::ParserTraining(ParserData training, ParserData dev, const TrainingPlan& plan,
                               const TrainProgress& progress, std::unique_ptr<Executor> executor)
    : plan_(plan),
      training_(std::move(training)),
      dev_(std::move(dev)),
      progress_(progress),
      executor_(executor ? std::move(executor) : std::make_unique<TeamExecutor>(plan.threads)) {
  check_trees(training_.sentences, dev_.sentences);
  if (plan.epochs < 1) throw Error("training needs at least one epoch");
  check_system(plan.model);
  check_fits(plan);
  std::optional<CheckpointFile> checkpoint;
  if (plan.resume && !plan.checkpoint.empty()) checkpoint = open_checkpoint(plan.checkpoint);
  portions_ = {training_.sentences.size()};
  if (checkpoint && may_resume(checkpoint->state)) portions_ = checkpoint->state.portions;
  const auto first = std::span(training_.sentences).first(portions_.front());
  set_batches(first, plan_);
  plan_.embeddings = embeddings_for(plan);
  if (plan.joint) {
    check_tags_to_choose(training_.right_tags);
    plan_.model.tags = tags_in(training_.right_tags);
  }
  if (plan.diagnose && !dev_.sentences.empty()) {
    drift_.emplace(plan_.model, plan_.embeddings, plan_.threads);
  }
  std::size_t sentences = 0;
  for (const std::uint64_t portion : portions_) {
    sentences += portion;
    trainee_ = make_trainee(sentences, trainee_.get());
  }
  const Strategy& strategy = plan_.strategy;
  loop_.emplace(*trainee_, plan_, progress_, Exploration{strategy.explore, strategy.explore_after},
                fingerprint(), *executor_);
  loop_->replace_trainee(*trainee_, loop_->state().fingerprint, portions_);
  if (checkpoint) loop_->resume(std::move(*checkpoint));
}

ParserTraining::~ParserTraining() = default;

/// Whether a checkpoint may be one of these sentences, and has the parameters that are needed.
bool ParserTraining::may_resume(const Checkpoint& state) const {
  const bool has_dev = !dev_.sentences.empty();
  if (state.finished && !panarc::is_done(state, plan_, has_dev)) return false;
  std::uint64_t left = training_.sentences.size();
  for (const std::uint64_t portion : state.portions) {
    if (portion == 0 || portion > left) return false;
    left -= portion;
  }
  return left == 0;
}

/// Makes a trainee for so many of the first sentences.
std::unique_ptr<ParserTrainee> ParserTraining::make_trainee(std::size_t sentences,
                                                            const ParserTrainee* before) {
  const auto training = std::span(training_.sentences).first(sentences);
  const auto first_of = [&](const auto& all) {
    return std::span(all).first(all.empty() ? 0 : sentences);
  };
  const SystemOptions& transitions = plan_.model.transitions;
  std::optional<SeenNames> names;
  if (before != nullptr) {
    names = before->corpus().names();
  } else if (plan_.from) {
    names = plan_.from->names();
  }
  auto corpus = std::make_unique<const Corpus>(
      training,
      CorpusOptions{plan_.model.pseudo_projective, transitions.span, transitions.root,
                    plan_.model.direction, plan_.rare_count, plan_.constraints,
                    first_of(training_.choices), plan_.model.tags, first_of(training_.right_tags)},
      columns_for(plan_), plan_.embeddings.get(), names ? &*names : nullptr);
  if (corpus->labels().names.empty() && plan_.model.labels != LabelMode::kNone) {
    throw OptionError("labels",
                      "no word of the training data has both a head and a relation (DEPREL), so "
                      "there are no relations to learn; `none` trains without them");
  }
  if (before == nullptr) {
    plan_.model.transitions.single_root = plan_.single_root.value_or(corpus->has_single_roots());
  }
  check_lengths(training, *corpus, plan_);
  return std::make_unique<ParserTrainee>(plan_, std::move(corpus), training_, dev_,
                                         drift_ ? &*drift_ : nullptr, progress_, before);
}

std::uint64_t ParserTraining::fingerprint() const {
  const auto of = [](const ParserData& data) {
    return fingerprint_of(data.sentences) + fingerprint_of(data.choices) +
           fingerprint_of(data.right_tags);
  };
  return panarc::fingerprint(plan_, of(training_), of(dev_));
}

Model ParserTraining::finish() {
  loop_->run();
  const Model& best = *trainee_->best();
  if (dev_.sentences.empty()) return best;
  const Interruption interruption(std::nullopt, plan_.stop);
  Team& team = executor_->team();
  try {
    return best.with_calibration(
        dev_.choices.empty()
            ? calibrate(best, dev_.sentences, team, interruption)
            : calibrate(best, with_nearest(best, dev_.sentences, dev_.choices, interruption), team,
                        interruption));
  } catch (const Stopped&) {
    loop_->stop();
  }
}

/// Throws Error if all that is left of the training is its result.
void ParserTraining::check_can_go_on() const {
  if (!loop_->state().finished) return;
  throw Error("the training was resumed from a checkpoint of its end, which has only the parser");
}

void ParserTraining::add(ParserData more) {
  check_can_go_on();
  if (more.sentences.empty()) return;
  check_trees(more.sentences, {});
  const std::size_t before = training_.sentences.size();
  const std::size_t references = training_.references;
  std::vector<std::uint64_t> portions = portions_;
  portions.push_back(more.sentences.size());
  try {
    training_.add(std::move(more));
    trainee_ = make_trainee(training_.sentences.size(), trainee_.get());
  } catch (...) {
    training_.cut(before);
    training_.references = references;
    throw;
  }
  portions_ = std::move(portions);
  loop_->replace_trainee(*trainee_, fingerprint(), portions_);
  loop_->be_patient();
}

void ParserTraining::allow(int epochs) {
  check_can_go_on();
  if (epochs < 0) throw Error("a training cannot have fewer epochs than it had");
  const auto done = static_cast<int>(this->epochs().size());
  plan_.epochs = done + std::min(epochs, std::numeric_limits<int>::max() - done);
  loop_->be_patient();
}

void ParserTraining::save(const std::string& path) const {
  save_checkpoint(path, loop_->up_to_date(), *trainee_);
}

Model ParserTraining::current() const {
  return loop_->state().finished ? *trainee_->best() : trainee_->current();
}

Model train_model(ParserData training, ParserData dev, const TrainingPlan& plan,
                  const TrainProgress& progress) {
  return ParserTraining(std::move(training), std::move(dev), plan, progress).finish();
}

Model train_model(std::span<const Sentence> training, std::span<const Sentence> dev,
                  const TrainingPlan& plan, const TrainProgress& progress) {
  return train_model(ParserData{{training.begin(), training.end()}, {}, {}, 0},
                     ParserData{{dev.begin(), dev.end()}, {}, {}, 0}, plan, progress);
}

}  // namespace panarc
