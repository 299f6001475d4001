#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "evaluate/scores.h"
#include "oracle/oracle.h"
#include "search/model.h"
#include "train/learner.h"
#include "train/sentence_trainer.h"
#include "train/strategy.h"

namespace panarc {

struct TrainOptions {
  ModelOptions model;
  /// Otherwise: if every training sentence has exactly one word under ROOT.
  std::optional<bool> single_root;
  Strategy strategy;
  CostMethod cost = CostMethod::kExact;
  std::optional<SwapOracle> swap_oracle;
  LearnerOptions learner;

  int epochs = 30;
  /// Stop after so many epochs without a better score on the development set; 0 is never.
  int patience = 5;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  /// Sentences that are decoded with the same weights, and then change them together.
  std::size_t batch = 8;
  /// Words that occur no more often than this ...
  int rare_count = 1;
  /// ... are taken for unknown so often in training.
  double rare_rate = 0.5;
  /// Weights that are not larger than this are left out of the model.
  float prune = 0;
};

/// What an epoch did.
struct EpochReport {
  int epoch = 0;
  TrainingCounts counts;
  double train_seconds = 0;
  double total_seconds = 0;
  std::size_t features = 0;
  std::optional<Scores> dev;
  bool best = false;
};

/// What the caller is told while training.
struct TrainProgress {
  /// Sentences of the epoch that are done, and all of them.
  std::function<void(int epoch, std::size_t done, std::size_t sentences)> on_batch;
  std::function<void(const EpochReport&)> on_epoch;
};

/// Trains a parser; the model of the best epoch on `dev`, or of the last if there is none.
Model train(std::vector<Sentence> training, std::vector<Sentence> dev, const TrainOptions& options,
            const TrainProgress& progress = {});

}  // namespace panarc
