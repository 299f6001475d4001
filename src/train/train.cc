#include "panarc/train.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "feature/template.h"
#include "model/any_model.h"
#include "panarc/scheme.h"
#include "panarc/treebank.h"
#include "train/report.h"
#include "train/rules.h"
#include "train/train_option.h"
#include "train/trainer.h"
#include "transition/system_record.h"
#include "treebank/projectivity.h"

namespace panarc {

void TrainingCounts::add(const TrainingCounts& other) {
  sentences += other.sentences;
  transitions += other.transitions;
  updates += other.updates;
  label_updates += other.label_updates;
  choices += other.choices;
  alternatives += other.alternatives;
  measured += other.measured;
  lowered += other.lowered;
  completed += other.completed;
  used += other.used;
  loss += other.loss;
}

std::vector<std::string> system_name_list() {
  std::vector<std::string> names;
  for (const SystemRecord& system : system_records()) names.emplace_back(system.name);
  return names;
}

std::vector<std::string> template_names() { return built_in_template_names(); }

const EpochReport& TrainResult::best() const {
  const auto best = std::find_if(epochs.rbegin(), epochs.rend(),
                                 [](const EpochReport& report) { return report.best; });
  return best == epochs.rend() ? epochs.back() : *best;
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

TrainResult train(std::vector<Sentence> training, std::vector<Sentence> dev,
                  const TrainOptions& options, TrainingPlan plan, const TrainProgress& progress,
                  RightTags tags) {
  for (const TrainOption& option : train_options()) option.check_dev(options, !dev.empty());
  const auto is_empty = [](const Sentence& sentence) { return sentence.empty(); };
  std::erase_if(training, is_empty);
  std::erase_if(tags.training, is_empty);
  if (progress.on_warning) std::ranges::for_each(plan.warnings, progress.on_warning);
  std::vector<EpochReport> epochs;
  TrainProgress collecting = progress;
  collecting.on_epoch = [&](const EpochReport& report) {
    epochs.push_back(report);
    if (progress.on_epoch) progress.on_epoch(report);
  };
  const std::size_t trees = training.size();
  ReferenceChoices references{take_references(training, plan.schemes),
                              take_references(dev, plan.schemes)};
  set_batches(training, plan);
  take_references(tags.training, {});
  take_references(tags.dev, {});
  if (plan.model.pseudo_projective) {
    for (std::size_t i = 0; i < references.training.size(); ++i) {
      projectivize_all(references.training[i], training[i], *plan.model.pseudo_projective);
    }
  }
  const Model model = train_model(training, dev, plan, collecting, references, tags);
  std::string report = model_report(options, plan, training, trees - training.size(), dev, epochs);
  return {Parser(AnyModel(model.with_report(std::move(report)))), std::move(epochs)};
}

}  // namespace

CheckedOptions::CheckedOptions(const TrainOptions& options)
    : options_(options), plan_(std::make_shared<const TrainingPlan>(plan_of(options))) {}

TrainResult train(std::vector<Sentence> training, std::vector<Sentence> dev,
                  const CheckedOptions& options, const TrainProgress& progress) {
  if (options.plan_->joint) {
    throw OptionError("joint",
                      "a joint parser learns from predicted tags, which train_joint() makes");
  }
  return train(std::move(training), std::move(dev), options.options_, *options.plan_, progress, {});
}

TrainResult train_with_tags(std::vector<Sentence> training, std::vector<Sentence> dev,
                            const CheckedOptions& options, const TrainProgress& progress,
                            RightTags tags) {
  return train(std::move(training), std::move(dev), options.options_, *options.plan_, progress,
               std::move(tags));
}

}  // namespace panarc
