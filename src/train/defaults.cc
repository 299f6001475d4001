#include <algorithm>

#include "feature/template.h"
#include "train/plan.h"
#include "transition/system_record.h"

namespace panarc {

std::string default_features(std::string_view system, bool fast) {
  std::string name = fast ? "small" : "rich";
  if (system_record(system).arcs_on_stack) name += "-stack";
  return std::string(*built_in_templates(name));
}

std::size_t default_batch(std::size_t sentences) {
  constexpr std::size_t kBatches = 250;
  return std::clamp<std::size_t>(sentences / kBatches, 4, 16);
}

std::size_t batch_size(const TrainingPlan& plan, std::size_t sentences) {
  if (plan.model.scorer != ScorerKind::kLinear) return 0;
  return plan.batch == 0 ? default_batch(sentences) : plan.batch;
}

TrainingPlan default_plan() {
  TrainingPlan plan;
  plan.model.features = default_features(plan.model.system, false);
  plan.model.beam = 8;
  plan.strategy = *strategy_by_name("maxvNDrestartSO");
  plan.epochs = 20;
  plan.min_changes = 3;
  return plan;
}

TrainingPlan fast_plan() {
  TrainingPlan plan;
  plan.model.features = default_features(plan.model.system, true);
  plan.model.beam = 1;
  plan.strategy = *strategy_by_name("greedyn");
  plan.epochs = 20;
  plan.min_changes = 3;
  return plan;
}

std::size_t batch_words(const TrainingPlan& plan, std::size_t words) {
  if (plan.model.scorer == ScorerKind::kLinear) return 0;
  if (plan.batch_words > 0) return plan.batch_words;
  // Little data needs small batches, so that there are enough updates. For a feed-forward network,
  // they need not be large for speed.
  if (plan.model.scorer == ScorerKind::kFeedForward) {
    constexpr std::size_t kBatches = 125;
    return std::clamp<std::size_t>(words / kBatches, 400, 1000);
  }
  constexpr std::size_t kBatches = 50;
  return std::clamp<std::size_t>(words / kBatches, 500, 2000);
}

namespace {

/// Words are not read in context, so the layers above see more of them. With these sizes, it parses
/// 50,000 words per second on one core.
NetworkSizes feed_forward_sizes() {
  NetworkSizes sizes;
  sizes.form = 64;
  sizes.tag = 32;
  sizes.character = 32;
  sizes.character_units = 32;
  sizes.units = 0;
  sizes.layers = 0;
  sizes.state = 256;
  sizes.state_second = 64;
  sizes.label = 96;
  return sizes;
}

}  // namespace

TrainingPlan network_plan(ScorerKind scorer) {
  TrainingPlan plan;
  plan.model.scorer = scorer;
  plan.model.system = "arc-hybrid";
  plan.model.labels = LabelMode::kParallel;
  plan.model.beam = 1;
  plan.strategy = *strategy_by_name("greedyn");
  // Goldberg & Nivre (2012), section 5.
  plan.strategy.explore = 0.9;
  plan.strategy.explore_after = 2;
  plan.loss.kind = LossKind::kLikelihood;
  plan.epochs = 60;
  // The averaged parameters improve for a long time, with pauses.
  plan.patience = 20;
  if (scorer == ScorerKind::kFeedForward) {
    plan.network.sizes = feed_forward_sizes();
    plan.network.dropout = 0.2;
    // Arc-standard decides late, when all dependents of a word are there to be seen.
    plan.model.system = "arc-standard";
    plan.epochs = 40;
    plan.patience = 10;
  }
  return plan;
}

}  // namespace panarc
