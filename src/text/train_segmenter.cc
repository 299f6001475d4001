#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "panarc/error.h"
#include "text/boundary_trainer.h"
#include "text/segmenter_parts.h"
#include "text/split_trainer.h"
#include "train/report.h"
#include "train/rules.h"
#include "train/task_options.h"

namespace panarc {
namespace {

/// Greedy search, learning from every decision.
SentenceTrainerOptions trainer_options() {
  SentenceTrainerOptions options;
  options.strategy = *strategy_by_name("greedy");
  options.loss.kind = LossKind::kLikelihood;
  options.beam = 1;
  return options;
}

void check_numbers(const SegmenterOptions& options) {
  TrainOptions numbers;
  numbers.epochs = options.epochs;
  numbers.patience = options.patience;
  numbers.threads = options.threads;
  check_ranges(numbers);
}

}  // namespace

SegmenterOptions segmenter_options(const TrainOptions& options) {
  refuse_options_of_others(options, OtherTask::kSegmenter);
  check_ranges(options);
  SegmenterOptions segmenter;
  override_with(options.epochs, segmenter.epochs);
  override_with(options.patience, segmenter.patience);
  override_with(options.seed, segmenter.seed);
  segmenter.threads = options.threads;
  segmenter.stop = options.stop;
  return segmenter;
}

SegmenterResult train_segmenter(std::span<const Sentence> training, std::span<const Sentence> dev,
                                const SegmenterOptions& options,
                                const std::function<void(const SegmenterEpoch&)>& on_epoch) {
  check_numbers(options);
  const Alphabet alphabet = Alphabet::of(training);
  const GoldText gold = gold_text(training, alphabet);
  if (gold.sentences.empty()) throw Error("no sentences to learn from: expected at least one");
  const GoldText foreign = foreign_text(training, alphabet);
  const GoldText dev_text = gold_text(dev, alphabet);
  const std::size_t threads =
      options.threads.value_or(std::max(1U, std::thread::hardware_concurrency()));
  BoundaryTrainingOptions boundary;
  boundary.epochs = options.epochs;
  boundary.patience = options.patience;
  boundary.seed = options.seed;
  boundary.threads = threads;
  boundary.stop = options.stop;
  // The more training data, the less depends on chance.
  constexpr std::size_t kLargeText = 500000;
  boundary.models = gold.text.size() < kLargeText ? 12 : 4;
  boundary.trainer = trainer_options();
  std::vector<int> best_epochs(boundary.models);
  boundary.on_epoch = [&](std::size_t model, int epoch, const BoundaryScores& scores, bool best) {
    if (best) best_epochs[model] = epoch;
    if (!on_epoch) return;
    on_epoch({static_cast<int>(model) + 1, static_cast<int>(boundary.models), epoch, scores.tokens,
              scores.sentences, best});
  };
  SplitTrainingOptions split;
  split.epochs = options.epochs;
  split.patience = options.patience;
  split.seed = options.seed;
  split.stop = options.stop;
  split.trainer = trainer_options();
  auto parts = std::make_shared<Segmenter::Parts>();
  parts->boundaries = train_boundaries({alphabet, gold, foreign, dev_text}, boundary);
  parts->splits = train_splits(gold, dev_text, split);
  SegmenterTraining summary{gold.text.size(), options.epochs, options.patience,
                            options.seed,     best_epochs,    {}};
  std::optional<SegmenterScores> scores;
  if (!dev_text.sentences.empty()) {
    const BoundaryScores found = score_boundaries(*parts->boundaries, dev_text);
    scores = {found.tokens, found.sentences, score_splits(*parts->splits, dev_text)};
    summary.scores = {
        {"Tokens", scores->tokens}, {"Sentences", scores->sentences}, {"Words", scores->words}};
  }
  parts->report = segmenter_report(training, dev, summary);
  return {Segmenter(std::move(parts)), scores};
}

}  // namespace panarc
