#include "panarc/tagger.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "io/file_content.h"
#include "io/model_file.h"
#include "io/utf8.h"
#include "panarc/error.h"
#include "tag/jackknife.h"
#include "tag/tag_model.h"
#include "tag/tagger_report.h"
#include "tag/tagger_state.h"
#include "tag/train_linear_tagger.h"
#include "tag/train_network_tagger.h"
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

bool is_network(const TrainOptions& o) {
  return o.scorer.value_or(ScorerKind::kLinear) == ScorerKind::kRecurrent;
}

/// The templates for tags, as text. Throws Error if a tagger cannot use them.
std::string templates_for(const TrainOptions& o) {
  std::string text =
      o.features ? read_text(*o.features, kMostTemplateBytes) : TaggerPlan().model.features;
  const std::string name = o.features == "-" ? "<stdin>" : o.features.value_or("templates");
  const auto templates = tagging_templates(text, name);
  check_tags_are_unknown(templates, name);
  const bool use_vectors = use_embeddings(templates);
  if (use_vectors && !o.embeddings) {
    throw OptionError("embeddings", "the templates use `embedding`, but there are no vectors");
  }
  if (o.embeddings && !use_vectors) {
    throw OptionError("embeddings", "no template looks at them; write one, e.g. b0.embedding");
  }
  return text;
}

/// The name of the templates, without their directory.
std::string features_name(const TrainOptions& o) {
  return o.features ? std::filesystem::path(*o.features).filename().string() : "tags";
}

/// Anything but a regular file can be read only once, and is left to the training.
void check_templates(const TrainOptions& o) {
  if (!o.features) return (void)templates_for(o);
  if (*o.features == "-") return;
  std::error_code failure;
  const std::filesystem::file_status file = std::filesystem::status(*o.features, failure);
  if (!std::filesystem::exists(file)) {
    throw OptionError("features",
                      fmt::format("found {}, expected a file: built-in templates are for "
                                  "parsers",
                                  in_quotes(*o.features)));
  }
  if (std::filesystem::is_regular_file(file)) (void)templates_for(o);
}

std::shared_ptr<const Embeddings> vectors_of(const TrainOptions& o) {
  if (!o.embeddings) return nullptr;
  return std::make_shared<const Embeddings>(Embeddings::read(*o.embeddings));
}

/// The plan of a linear tagger, without what is in files.
TaggerPlan linear_plan(const TrainOptions& o) {
  TaggerPlan plan(plain_plan(o, Trained::kLinearTagger));
  complete_strategy(o, plan);
  complete_beam(o, plan);
  complete_loss(o, plan);
  return plan;
}

TaggerPlan tagger_plan_of(const TrainOptions& o, std::span<const Sentence> training) {
  TaggerPlan plan = linear_plan(o);
  plan.model.features = templates_for(o);
  plan.embeddings = vectors_of(o);
  set_batches(training, plan);
  return plan;
}

NetworkTaggerPlan network_tagger_plan_of(const TrainOptions& o,
                                         std::span<const Sentence> training) {
  NetworkTaggerPlan plan(plain_plan(o, Trained::kNetworkTagger));
  plan.embeddings = vectors_of(o);
  set_batches(training, plan);
  return plan;
}

void check_dev(std::span<const Sentence> training, std::span<const Sentence> dev) {
  if (dev.empty()) return;
  const std::vector<Field> learnt = columns_in_use(kTaggedColumns, training);
  if (learnt.empty() || !columns_in_use(learnt, dev).empty()) return;
  throw Error({dev.front().file(), 0, 0},
              "no word of the development data has a tag or lemma of the kind that is learnt, so "
              "there is nothing to compare epochs by");
}

/// Records the outcome of a training, to be stored in the model, and calls the original callbacks.
TrainProgress watching(const TrainProgress& progress, std::span<const Sentence> dev,
                       TaggerOutcome& outcome) {
  TrainProgress watched = progress;
  watched.on_epoch = [&, has_best = false](const EpochReport& report) mutable {
    std::vector<int>& best = outcome.best_epochs;
    if (report.epoch == 1) {
      best.push_back(1);
      has_best = false;
    }
    has_best |= report.best;
    if (report.best || !has_best) best.back() = report.epoch;
    if (progress.on_epoch) progress.on_epoch(report);
  };
  watched.on_result = [&, dev](const StageReport& report) {
    if (report.dev) {
      for (const Field column : columns_in_use(report.stage.columns, dev)) {
        outcome.scores[column] = report.dev->percentage(metric_of(column));
      }
    }
    if (progress.on_result) progress.on_result(report);
  };
  return watched;
}

}  // namespace

Tagger::Tagger(std::shared_ptr<const TagModel> model)
    : state_(std::make_shared<State>(std::move(model))) {}

Tagger Tagger::load(const std::string& path) {
  return Tagger(model_in(std::make_shared<const ModelFile>(ModelFile::open(path))));
}

Tagger Tagger::from_memory(std::span<const std::byte> bytes, const std::string& name) {
  return Tagger(model_in(std::make_shared<const ModelFile>(ModelFile::from_memory(bytes, name))));
}

void Tagger::tag(Sentence& sentence) const { state_->worker()->tag(sentence); }

void Tagger::fill(Sentence& sentence) const { state_->worker()->fill(sentence); }

std::vector<Field> Tagger::columns() const { return state_->model->filled(); }
TaggerInfo Tagger::info() const { return state_->model->info(); }
void Tagger::save(const std::string& path) const { written(*state_->model).write(path); }
std::string Tagger::bytes() const { return written(*state_->model).bytes(); }
const TagModel& Tagger::model() const { return *state_->model; }

void check_tagger_options(const TrainOptions& options) {
  if (options.scorer == ScorerKind::kFeedForward) {
    throw OptionError("scorer", "expected linear or recurrent for a tagger");
  }
  if (is_network(options)) return check_options(options, Trained::kNetworkTagger);
  (void)linear_plan(options);
  check_templates(options);
}

Tagger train_tagger(std::span<const Sentence> training, std::span<const Sentence> dev,
                    const TrainOptions& options, const TrainProgress& progress) {
  check_tagger_options(options);
  check_dev(training, dev);
  TaggerOutcome outcome;
  const TrainProgress watched = watching(progress, dev, outcome);
  if (is_network(options)) {
    const NetworkTaggerPlan plan = network_tagger_plan_of(options, training);
    NetworkTagger tagger = train_network_tagger(training, dev, plan, watched);
    return Tagger(std::make_shared<const TagModel>(std::move(tagger), plan.embeddings,
                                                   tagger_report(plan, training, dev, outcome)));
  }
  const TaggerPlan plan = tagger_plan_of(options, training);
  auto taggers = train_linear_taggers(training, dev, plan, watched);
  return Tagger(std::make_shared<const TagModel>(
      std::move(taggers), tagger_report(plan, features_name(options), training, dev, outcome)));
}

std::vector<Sentence> jackknife_tags(std::span<const Sentence> training, std::size_t parts,
                                     const TrainOptions& options, const TrainProgress& progress) {
  check_tagger_options(options);
  if (is_network(options)) {
    throw OptionError("scorer",
                      "tags of the training data are predicted by linear taggers, one for each "
                      "part: expected linear");
  }
  return with_predicted_tags(training, tagger_plan_of(options, training), parts, progress);
}

}  // namespace panarc
