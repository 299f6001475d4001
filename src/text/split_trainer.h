#pragma once

#include <cstddef>
#include <memory>

#include "panarc/evaluate.h"
#include "text/gold_text.h"
#include "text/split_model.h"
#include "train/loop.h"

namespace panarc {

struct SplitTrainingOptions {
  LoopOptions loop;
  /// The most rules that are learnt.
  std::size_t most_rules = 2000;
};

/// How well the tokens of a text are turned into words.
Tally score_splits(const SplitModel& model, const GoldText& gold);

/// Learns from `gold`; chooses the best epoch on `dev`, unless that is empty.
std::shared_ptr<const SplitModel> train_splits(const GoldText& gold, const GoldText& dev,
                                               const SplitTrainingOptions& options);

}  // namespace panarc
