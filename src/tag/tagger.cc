#include "panarc/tagger.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>

#include "io/file_content.h"
#include "io/model_file.h"
#include "model/any_model.h"
#include "panarc/error.h"
#include "tag/tag_model.h"
#include "tag/train_tagger.h"

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

TaggerPlan tagger_plan_of(const TrainOptions& o) {
  refuse_options_of_parsers(o);
  if (o.scorer.value_or(ScorerKind::kLinear) == ScorerKind::kFeedForward) {
    throw OptionError("scorer", "a tagger has a linear or a recurrent one");
  }
  TaggerPlan plan = default_tagger_plan();
  if (o.features) plan.features = read_file(*o.features);
  if (o.embeddings) {
    plan.embeddings = std::make_shared<const Embeddings>(Embeddings::read(*o.embeddings));
  }
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
  plan.threads = o.threads.value_or(std::max(1U, std::thread::hardware_concurrency()));
  set_if_said(o.batch, plan.batch);
  set_if_said(o.rare_count, plan.rare_count);
  set_if_said(o.rare_rate, plan.rare_rate);
  set_if_said(o.prune, plan.prune);
  set_if_said(o.min_changes, plan.min_changes);
  return plan;
}

}  // namespace

/// Workers keep their memory between sentences. Those that nobody uses wait here.
struct Tagger::State {
  std::shared_ptr<const TagModel> model;
  std::mutex mutex;
  std::vector<std::unique_ptr<TagModel::Worker>> idle;

  explicit State(std::shared_ptr<const TagModel> of) : model(std::move(of)) {}

  std::unique_ptr<TagModel::Worker> take() {
    const std::lock_guard lock(mutex);
    if (idle.empty()) return std::make_unique<TagModel::Worker>(*model);
    auto worker = std::move(idle.back());
    idle.pop_back();
    return worker;
  }
  void give_back(std::unique_ptr<TagModel::Worker> worker) {
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

std::vector<Field> Tagger::columns() const { return state_->model->filled(); }
TaggerInfo Tagger::info() const { return state_->model->info(); }
void Tagger::save(const std::string& path) const { written(*state_->model).write(path); }
std::string Tagger::bytes() const { return written(*state_->model).bytes(); }
const TagModel& Tagger::model() const { return *state_->model; }

Tagger train_tagger(std::span<const Sentence> training, std::span<const Sentence> dev,
                    const TrainOptions& options, const TaggerProgress& progress) {
  return Tagger(std::make_shared<const TagModel>(
      train_tag_model(training, dev, tagger_plan_of(options), progress)));
}

}  // namespace panarc
