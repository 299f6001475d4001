#pragma once

#include <span>

#include "model/model.h"
#include "panarc/sentence.h"
#include "train/loop.h"
#include "train/plan.h"

namespace panarc {

/// Trains a parser; the model of the best epoch on `dev`, or of the last if there is none.
Model train_model(std::span<const Sentence> training, std::span<const Sentence> dev,
                  const TrainingPlan& plan, const TrainProgress& progress = {});

}  // namespace panarc
