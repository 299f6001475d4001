#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "text/gold_text.h"
#include "text/split_model.h"
#include "train/options.h"

namespace panarc {

struct SplitTrainingOptions {
  int epochs = 15;
  int patience = 5;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  std::size_t batch = 1;
  SentenceTrainerOptions trainer;
  FreezeOptions freeze;
};

/// How well the tokens of a text are turned into words: F1, in percent.
double score_splits(const SplitModel& model, const GoldText& gold);

/// Learns from `gold`; chooses the best epoch on `dev`, unless that is empty.
std::shared_ptr<const SplitModel> train_splits(const GoldText& gold, const GoldText& dev,
                                               const SplitTrainingOptions& options);

}  // namespace panarc
