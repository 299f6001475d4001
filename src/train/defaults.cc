#include <algorithm>
#include <thread>

#include "feature/template.h"
#include "model/any_model.h"
#include "train/plan.h"
#include "train/train_option.h"
#include "transition/system_record.h"
#include "treebank/word_count.h"

namespace panarc {
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

ScorerKind scorer_of(Trained trained) {
  switch (trained) {
    case Trained::kFeedForward:
      return ScorerKind::kFeedForward;
    case Trained::kRecurrent:
    case Trained::kNetworkTagger:
      return ScorerKind::kRecurrent;
    default:
      return ScorerKind::kLinear;
  }
}

/// The number of batches in an epoch, and the smallest and largest number of words in a batch.
struct WordBatches {
  std::size_t batches;
  std::size_t least;
  std::size_t most;
};

/// Little data needs small batches, so that there are enough updates; matrix products need large
/// ones for speed, though less so in a feed-forward network.
WordBatches word_batches(Trained trained) {
  if (trained == Trained::kFeedForward) return {125, 400, 1000};
  if (trained == Trained::kNetworkTagger) return {400, 300, 600};
  return {50, 500, 2000};
}

}  // namespace

std::string default_features(std::string_view system, bool fast) {
  std::string name = fast ? "small" : "rich";
  if (system_record(system).arcs_on_stack) name += "-stack";
  return std::string(*built_in_templates(name));
}

Trained trained_parser(const TrainOptions& options) {
  const Model* const from = options.from ? options.from->model().single() : nullptr;
  const ScorerKind before = from != nullptr ? from->options().scorer : ScorerKind::kLinear;
  const ScorerKind scorer = options.scorer.value_or(before);
  if (scorer == ScorerKind::kFeedForward) return Trained::kFeedForward;
  if (scorer == ScorerKind::kRecurrent) return Trained::kRecurrent;
  // A model with a beam of one was trained for speed.
  const bool fast = options.fast || (from != nullptr && from->options().beam == 1);
  return fast ? Trained::kFast : Trained::kLinear;
}

TrainingPlan standard_plan(Trained trained) {
  TrainingPlan plan;
  plan.trained = trained;
  plan.batch = 0;
  plan.model.scorer = scorer_of(trained);
  if (trained == Trained::kFeedForward) plan.network.sizes = feed_forward_sizes();
  if (trained == Trained::kNetworkTagger) plan.network.optimizer.decay_updates = 1500;
  for (const TrainOption& option : train_options()) option.apply_standard(trained, plan);
  if (plan.model.scorer == ScorerKind::kLinear) {
    plan.model.features = default_features(plan.model.system, trained == Trained::kFast);
  }
  return plan;
}

std::size_t default_threads() {
  return std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
}

std::size_t default_batch(std::size_t sentences) {
  constexpr std::size_t kBatches = 250;
  return std::clamp<std::size_t>(sentences / kBatches, 4, 16);
}

void set_batches(std::span<const Sentence> training, TrainingPlan& plan) {
  if (plan.model.scorer == ScorerKind::kLinear) {
    if (plan.batch == 0) plan.batch = default_batch(training.size());
    plan.batch_words = 0;
    return;
  }
  plan.batch = 0;
  if (plan.batch_words > 0) return;
  const WordBatches of = word_batches(plan.trained);
  plan.batch_words = std::clamp<std::size_t>(count_words(training) / of.batches, of.least, of.most);
}

}  // namespace panarc
