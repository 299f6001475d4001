#include "panarc/tagger.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "io/file_content.h"
#include "io/model_file.h"
#include "io/utf8.h"
#include "model/any_model.h"
#include "panarc/error.h"
#include "tag/tag_filler.h"
#include "tag/tag_model.h"
#include "tag/train_linear_tagger.h"
#include "tag/train_network_tagger.h"
#include "train/report.h"
#include "train/rules.h"

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

/// Throws OptionError for options that only parsers have.
void refuse_options_of_parsers(const TrainOptions& o) {
  const auto refuse_if = [](bool said, const char* option) {
    if (said) throw OptionError(option, "for parsers only, not for taggers");
  };
  refuse_if(o.fast, "fast");
  refuse_if(o.joint, "joint");
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
  refuse_if(!o.checkpoint.empty(), "checkpoint");
  refuse_if(o.checkpoint_at_end, "checkpoint_at_end");
  refuse_if(o.resume, "resume");
  refuse_if(o.diagnose, "diagnose");
}

bool is_network(const TrainOptions& o) {
  return o.scorer.value_or(ScorerKind::kLinear) == ScorerKind::kRecurrent;
}

/// Throws OptionError for options that the kind of scorer does not have.
void refuse_options_of_other_scorers(const TrainOptions& o) {
  const auto refuse_if = [](bool said, const char* option, const char* reason) {
    if (said) throw OptionError(option, reason);
  };
  refuse_if(o.scorer == ScorerKind::kFeedForward, "scorer",
            "expected linear or recurrent for a tagger");
  if (is_network(o)) {
    constexpr const char* kReason = "for linear taggers only, not for networks";
    refuse_if(o.features.has_value(), "features", kReason);
    refuse_if(o.beam.has_value(), "beam", kReason);
    refuse_if(o.strategy.has_value(), "strategy", kReason);
    refuse_if(o.oracle.has_value(), "oracle", kReason);
    refuse_if(o.violation.has_value(), "violation", kReason);
    refuse_if(o.restart.has_value(), "restart", kReason);
    refuse_if(o.explore.has_value(), "explore", kReason);
    refuse_if(o.explore_after.has_value(), "explore_after", kReason);
    refuse_if(o.positive.has_value(), "positive", kReason);
    refuse_if(o.negative.has_value(), "negative", kReason);
    refuse_if(o.time_limit.has_value(), "time_limit", kReason);
    refuse_if(o.reset_every.has_value(), "reset_every", kReason);
    refuse_if(o.loss.has_value(), "loss", kReason);
    refuse_if(o.aggressiveness.has_value(), "aggressiveness", kReason);
    refuse_if(o.batch.has_value(), "batch", kReason);
    refuse_if(o.rare_count.has_value(), "rare_count", kReason);
    refuse_if(o.rare_rate.has_value(), "rare_rate", kReason);
    refuse_if(o.prune.has_value(), "prune", kReason);
    refuse_if(o.min_changes.has_value(), "min_changes", kReason);
  } else {
    constexpr const char* kReason = "for networks only; --scorer recurrent trains one";
    refuse_if(o.batch_words.has_value(), "batch_words", kReason);
    refuse_if(o.dropout.has_value(), "dropout", kReason);
    refuse_if(o.rate.has_value(), "rate", kReason);
    refuse_if(o.layers.has_value(), "layers", kReason);
    refuse_if(o.units.has_value(), "units", kReason);
  }
}

/// The templates in a file, as text. Throws Error if a tagger cannot use them.
std::string templates_in(const std::string& path) {
  std::string text = read_file(path);
  (void)tagging_templates(text, path == "-" ? "<stdin>" : path);
  return text;
}

/// Anything but a regular file can be read only once, and is left to the training.
void check_templates(const std::string& path) {
  if (path == "-") return;
  std::error_code failure;
  const std::filesystem::file_status file = std::filesystem::status(path, failure);
  if (!std::filesystem::exists(file)) {
    throw OptionError("features",
                      fmt::format("found {}, expected a file: built-in templates are for "
                                  "parsers",
                                  in_quotes(path)));
  }
  if (std::filesystem::is_regular_file(file)) (void)templates_in(path);
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
  if (o.features) plan.features = templates_in(*o.features);
  plan.embeddings = vectors_of(o);
  if (o.strategy) plan.strategy = known_strategy(*o.strategy);
  override_with(o.oracle, plan.strategy.reference);
  override_with(o.violation, plan.strategy.violation);
  override_with(o.restart, plan.strategy.restart);
  override_with(o.explore, plan.strategy.explore);
  override_with(o.explore_after, plan.strategy.explore_after);
  override_with(o.positive, plan.strategy.positive);
  override_with(o.negative, plan.strategy.negative);
  override_with(o.time_limit, plan.strategy.time_limit);
  override_with(o.reset_every, plan.strategy.reset_every);
  plan.beam = o.beam.value_or(plan.strategy.greedy ? 1 : plan.beam);
  override_with(o.loss, plan.loss.kind);
  override_with(o.aggressiveness, plan.loss.aggressiveness);
  override_with(o.epochs, plan.epochs);
  override_with(o.patience, plan.patience);
  override_with(o.seed, plan.seed);
  plan.threads = threads_of(o);
  override_with(o.batch, plan.batch);
  override_with(o.rare_count, plan.rare_count);
  override_with(o.rare_rate, plan.rare_rate);
  override_with(o.prune, plan.prune);
  override_with(o.min_changes, plan.min_changes);
  return plan;
}

NetworkTaggerPlan network_tagger_plan_of(const TrainOptions& o,
                                         std::span<const Sentence> training) {
  std::size_t words = 0;
  for (const Sentence& sentence : training) words += static_cast<std::size_t>(sentence.size());
  NetworkTaggerPlan plan = default_network_tagger_plan(words);
  plan.network.given = vectors_of(o);
  override_with(o.dropout, plan.network.dropout);
  override_with(o.rate, plan.network.optimizer.rate);
  override_with(o.layers, plan.network.sizes.layers);
  override_with(o.units, plan.network.sizes.units);
  override_with(o.epochs, plan.loop.epochs);
  override_with(o.patience, plan.loop.patience);
  override_with(o.seed, plan.loop.seed);
  override_with(o.batch_words, plan.loop.batch_words);
  plan.loop.threads = threads_of(o);
  return plan;
}

/// The columns of the training data, and the scores of their tagger on the development set.
struct TaggerScores {
  std::vector<Field> columns;  // being trained
  std::map<Field, double> found;
};

/// Records the scores, and calls the original callbacks.
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

/// Workers reuse memory between sentences. Idle ones are kept here.
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
  check_ranges(options);
  if (options.strategy) (void)known_strategy(*options.strategy);
  if (options.features) check_templates(*options.features);
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
  return with_predicted_tags(training, tagger_plan_of(options), parts);
}

}  // namespace panarc
