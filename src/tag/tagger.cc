#include "panarc/tagger.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "io/file_content.h"
#include "io/model_file.h"
#include "model/any_model.h"
#include "panarc/error.h"
#include "tag/tag_filler.h"
#include "tag/tag_model.h"
#include "tag/train_linear_tagger.h"
#include "tag/train_network_tagger.h"
#include "train/report.h"

namespace panarc {
namespace {

std::shared_ptr<const TagModel> model_in(const std::shared_ptr<const ModelFile>& file) {
  return std::make_shared<const TagModel>(TagModel::load(file, kTaggerPrefix));
}

ModelFileWriter written(const TagModel& model) {
  ModelFileWriter writer;
  model.add_to(writer, kTaggerPrefix);
  return writer;
}

template <class Value, class Target>
void set_if_said(const std::optional<Value>& said, Target& target) {
  if (said) target = *said;
}

/// Throws OptionError for what concerns trees only.
void refuse_options_of_parsers(const TrainOptions& o) {
  const auto refuse_if = [](bool said, const char* option) {
    if (said) throw OptionError(option, "it is for parsers, not for taggers");
  };
  refuse_if(o.from.has_value(), "from");
  refuse_if(o.system.has_value(), "system");
  refuse_if(o.root.has_value(), "root");
  refuse_if(o.direction.has_value(), "direction");
  refuse_if(o.single_root.has_value(), "single_root");
  refuse_if(o.span.has_value(), "span");
  refuse_if(o.labels.has_value(), "labels");
  refuse_if(o.delexicalized.has_value(), "delexicalized");
  refuse_if(o.pseudo_projective.has_value(), "pseudo_projective");
  refuse_if(o.swap_oracle.has_value(), "swap_oracle");
  refuse_if(o.cost.has_value(), "cost");
  refuse_if(o.cost_sensitive, "cost_sensitive");
  refuse_if(o.constraints, "constraints");
  refuse_if(!o.schemes.empty(), "schemes");
  refuse_if(o.keep_arcs.has_value(), "keep_arcs");
  refuse_if(o.given.has_value(), "given");
  refuse_if(o.diagnose, "diagnose");
}

bool is_network(const TrainOptions& o) {
  return o.scorer.value_or(ScorerKind::kLinear) == ScorerKind::kRecurrent;
}

/// Throws OptionError for what one kind of scorer does not know.
void refuse_options_of_other_scorers(const TrainOptions& o) {
  const auto refuse_if = [](bool said, const char* option, const char* reason) {
    if (said) throw OptionError(option, reason);
  };
  refuse_if(o.scorer == ScorerKind::kFeedForward, "scorer",
            "a tagger has a linear or a recurrent one");
  if (is_network(o)) {
    constexpr const char* kReason = "it is for linear taggers, not for networks";
    refuse_if(o.features.has_value(), "features", kReason);
    refuse_if(o.strategy.has_value(), "strategy", kReason);
    refuse_if(o.beam.has_value(), "beam", kReason);
    refuse_if(o.loss.has_value(), "loss", kReason);
    refuse_if(o.batch.has_value(), "batch", kReason);
    refuse_if(o.rare_count.has_value(), "rare_count", kReason);
    refuse_if(o.rare_rate.has_value(), "rare_rate", kReason);
    refuse_if(o.prune.has_value(), "prune", kReason);
    refuse_if(o.min_changes.has_value(), "min_changes", kReason);
  } else {
    constexpr const char* kReason = "it is for networks; --scorer recurrent trains one";
    refuse_if(o.batch_words.has_value(), "batch_words", kReason);
    refuse_if(o.dropout.has_value(), "dropout", kReason);
    refuse_if(o.rate.has_value(), "rate", kReason);
    refuse_if(o.layers.has_value(), "layers", kReason);
    refuse_if(o.units.has_value(), "units", kReason);
  }
}

std::size_t threads_of(const TrainOptions& o) {
  return o.threads.value_or(std::max(1U, std::thread::hardware_concurrency()));
}

std::shared_ptr<const Embeddings> vectors_of(const TrainOptions& o) {
  if (!o.embeddings) return nullptr;
  return std::make_shared<const Embeddings>(Embeddings::read(*o.embeddings));
}

TaggerPlan tagger_plan_of(const TrainOptions& o) {
  TaggerPlan plan = default_tagger_plan();
  if (o.features) plan.features = read_file(*o.features);
  plan.embeddings = vectors_of(o);
  if (o.strategy) plan.strategy = *strategy_by_name(*o.strategy);
  set_if_said(o.oracle, plan.strategy.reference);
  set_if_said(o.violation, plan.strategy.violation);
  set_if_said(o.restart, plan.strategy.restart);
  set_if_said(o.explore, plan.strategy.explore);
  set_if_said(o.explore_after, plan.strategy.explore_after);
  set_if_said(o.positive, plan.strategy.positive);
  set_if_said(o.negative, plan.strategy.negative);
  set_if_said(o.time_limit, plan.strategy.time_limit);
  set_if_said(o.reset_every, plan.strategy.reset_every);
  plan.beam = o.beam.value_or(plan.strategy.greedy ? 1 : plan.beam);
  set_if_said(o.loss, plan.loss.kind);
  set_if_said(o.aggressiveness, plan.loss.aggressiveness);
  set_if_said(o.epochs, plan.epochs);
  set_if_said(o.patience, plan.patience);
  set_if_said(o.seed, plan.seed);
  plan.threads = threads_of(o);
  set_if_said(o.batch, plan.batch);
  set_if_said(o.rare_count, plan.rare_count);
  set_if_said(o.rare_rate, plan.rare_rate);
  set_if_said(o.prune, plan.prune);
  set_if_said(o.min_changes, plan.min_changes);
  return plan;
}

NetworkTaggerPlan network_tagger_plan_of(const TrainOptions& o,
                                         std::span<const Sentence> training) {
  std::size_t words = 0;
  for (const Sentence& sentence : training) words += static_cast<std::size_t>(sentence.size());
  NetworkTaggerPlan plan = default_network_tagger_plan(words);
  plan.network.given = vectors_of(o);
  set_if_said(o.dropout, plan.network.dropout);
  set_if_said(o.rate, plan.network.optimizer.rate);
  set_if_said(o.layers, plan.network.sizes.layers);
  set_if_said(o.units, plan.network.sizes.units);
  set_if_said(o.epochs, plan.loop.epochs);
  set_if_said(o.patience, plan.loop.patience);
  set_if_said(o.seed, plan.loop.seed);
  set_if_said(o.batch_words, plan.loop.batch_words);
  plan.loop.threads = threads_of(o);
  return plan;
}

/// The columns of the training data, and the scores of their tagger on the development set.
struct TaggerScores {
  std::vector<Field> columns;  // that are being trained
  std::map<Field, double> found;
};

/// What keeps scores, and tells others.
TaggerProgress watching(const TaggerProgress& progress, TaggerScores& scores) {
  TaggerProgress watched = progress;
  watched.on_columns = [&](std::span<const Field> columns) {
    scores.columns.assign(columns.begin(), columns.end());
    if (progress.on_columns) progress.on_columns(columns);
  };
  watched.on_scores = [&](const Scores& found) {
    for (const Field column : scores.columns) {
      scores.found[column] = found.percentage(metric_of(column));
    }
    if (progress.on_scores) progress.on_scores(found);
  };
  return watched;
}

NetworkTagger train_network(std::span<const Sentence> training, std::span<const Sentence> dev,
                            const NetworkTaggerPlan& plan, const TaggerProgress& progress) {
  std::vector<Field> columns;
  for (const Field column : plan.columns) {
    if (TagSet::of(std::span(&column, 1), training).size() > 0) columns.push_back(column);
  }
  progress.on_columns(columns);
  std::optional<Scores> best;
  TrainProgress watched = progress.training;
  watched.on_epoch = [&](const EpochReport& report) {
    if (report.best) best = report.dev;
    if (progress.training.on_epoch) progress.training.on_epoch(report);
  };
  NetworkTagger tagger = train_network_tagger(training, dev, plan, watched);
  if (best) progress.on_scores(*best);
  return tagger;
}

}  // namespace

/// Workers keep their memory between sentences. Those that nobody uses wait here.
struct Tagger::State {
  std::shared_ptr<const TagModel> model;
  std::mutex mutex;
  std::vector<std::unique_ptr<TagFiller>> idle;

  explicit State(std::shared_ptr<const TagModel> of) : model(std::move(of)) {}

  std::unique_ptr<TagFiller> take() {
    const std::lock_guard lock(mutex);
    if (idle.empty()) return std::make_unique<TagFiller>(*model);
    auto worker = std::move(idle.back());
    idle.pop_back();
    return worker;
  }
  void give_back(std::unique_ptr<TagFiller> worker) {
    const std::lock_guard lock(mutex);
    idle.push_back(std::move(worker));
  }
};

Tagger::Tagger(std::shared_ptr<const TagModel> model)
    : state_(std::make_shared<State>(std::move(model))) {}

Tagger Tagger::load(const std::string& path) {
  return Tagger(model_in(std::make_shared<const ModelFile>(ModelFile::open(path))));
}

Tagger Tagger::from_memory(std::span<const std::byte> bytes, const std::string& name) {
  return Tagger(model_in(std::make_shared<const ModelFile>(ModelFile::from_memory(bytes, name))));
}

void Tagger::tag(Sentence& sentence) const {
  auto worker = state_->take();
  worker->tag(sentence);
  state_->give_back(std::move(worker));
}

void Tagger::fill(Sentence& sentence) const {
  auto worker = state_->take();
  worker->fill(sentence);
  state_->give_back(std::move(worker));
}

std::vector<Field> Tagger::columns() const { return state_->model->filled(); }
TaggerInfo Tagger::info() const { return state_->model->info(); }
void Tagger::save(const std::string& path) const { written(*state_->model).write(path); }
std::string Tagger::bytes() const { return written(*state_->model).bytes(); }
const TagModel& Tagger::model() const { return *state_->model; }

void check_tagger_options(const TrainOptions& options) {
  refuse_options_of_parsers(options);
  refuse_options_of_other_scorers(options);
}

Tagger train_tagger(std::span<const Sentence> training, std::span<const Sentence> dev,
                    const TrainOptions& options, const TaggerProgress& progress) {
  check_tagger_options(options);
  TaggerScores scores;
  const TaggerProgress watched = watching(progress, scores);
  const auto report = [&] { return tagger_report(training, dev, scores.found); };
  if (is_network(options)) {
    const NetworkTaggerPlan plan = network_tagger_plan_of(options, training);
    NetworkTagger tagger = train_network(training, dev, plan, watched);
    return Tagger(
        std::make_shared<const TagModel>(std::move(tagger), plan.network.given, report()));
  }
  auto taggers = train_linear_taggers(training, dev, tagger_plan_of(options), watched);
  return Tagger(std::make_shared<const TagModel>(std::move(taggers), report()));
}

std::vector<Sentence> jackknife_tags(std::span<const Sentence> training, std::size_t parts,
                                     const TrainOptions& options) {
  check_tagger_options(options);
  if (parts < 2 || parts > training.size()) {
    throw Error(
        fmt::format("{} parts of {} sentences: expected 2 or more, and no more than there "
                    "are sentences",
                    parts, training.size()));
  }
  return with_predicted_tags(training, tagger_plan_of(options), parts);
}

}  // namespace panarc
