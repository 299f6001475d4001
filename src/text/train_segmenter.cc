#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "panarc/error.h"
#include "panarc/evaluate.h"
#include "panarc/text.h"
#include "text/boundary_trainer.h"
#include "text/segmenter_parts.h"
#include "text/split_trainer.h"
#include "train/report_parts.h"
#include "train/rules.h"

namespace panarc {
namespace {

std::string report_of(std::span<const Sentence> training, std::span<const Sentence> dev,
                      const TrainingPlan& plan, std::size_t characters,
                      const std::vector<int>& best_epochs, const std::optional<Scores>& scores) {
  nlohmann::json report{{"panarc", version()},
                        {"training", training_json(training)},
                        {"models", best_epochs.size()},
                        {"best_epochs", best_epochs},
                        {"options", options_json(plan)}};
  report["training"]["characters"] = characters;
  if (!dev.empty()) report["dev"] = dev_json(dev);
  if (scores) {
    for (const Metric metric : {Metric::kTokens, Metric::kSentences, Metric::kWords}) {
      report["scores"][std::string(metric_name(metric))] = scores->percentage(metric);
    }
  }
  return dump_json(report, 1);
}

}  // namespace

void check_segmenter_options(const TrainOptions& options) {
  check_options(options, Trained::kSegmenter);
}

Segmenter train_segmenter(std::span<const Sentence> training, std::span<const Sentence> dev,
                          const TrainOptions& options, const TrainProgress& progress) {
  const TrainingPlan plan = plain_plan(options, Trained::kSegmenter);
  LoopOptions loop = plan;
  loop.batch = 1;
  const Alphabet alphabet = Alphabet::of(training);
  const GoldText gold = gold_text(training, alphabet);
  if (gold.sentences.empty()) throw Error("no sentences to learn from: expected at least one");
  const GoldText foreign = foreign_text(training, alphabet);
  const GoldText dev_text = gold_text(dev, alphabet);
  BoundaryTrainingOptions boundary;
  boundary.loop = loop;
  // The more training data, the less depends on chance.
  constexpr std::size_t kLargeText = 500000;
  boundary.models = gold.text.size() < kLargeText ? 12 : 4;
  std::vector<int> best_epochs(boundary.models);
  TrainProgress watched = progress;
  watched.on_epoch = [&](const EpochReport& report) {
    if (report.best) best_epochs[report.stage.model - 1] = report.epoch;
    if (progress.on_epoch) progress.on_epoch(report);
  };
  SplitTrainingOptions split;
  split.loop = loop;
  split.loop.threads = 1;
  auto parts = std::make_shared<Segmenter::Parts>();
  parts->boundaries = train_boundaries({alphabet, gold, foreign, dev_text}, boundary, watched);
  parts->splits = train_splits(gold, dev_text, split);
  StageReport result{{TrainingPart::kSegmenter, 1, boundary.models}};
  if (!dev_text.sentences.empty()) {
    Scores& scores = result.dev.emplace();
    score_boundaries(*parts->boundaries, dev_text, scores);
    scores.add(Metric::kWords, score_splits(*parts->splits, dev_text));
  }
  parts->report = report_of(training, dev, plan, gold.text.size(), best_epochs, result.dev);
  Segmenter segmenter(std::move(parts));
  if (progress.on_result) progress.on_result(result);
  return segmenter;
}

}  // namespace panarc
