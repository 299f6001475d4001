#pragma once

#include <span>
#include <vector>

#include "model/model.h"
#include "panarc/references.h"
#include "panarc/sentence.h"
#include "train/loop.h"
#include "train/plan.h"

namespace panarc {

/// The choices between references of each sentence; empty: there are none.
struct ReferenceChoices {
  std::vector<TreeChoices> training;
  std::vector<TreeChoices> dev;
};

/// Trains a parser; the model of the best epoch on `dev`, or of the last if there is none. A
/// sentence of several references is compared with the one that its parse comes nearest to.
Model train_model(std::span<const Sentence> training, std::span<const Sentence> dev,
                  const TrainingPlan& plan, const TrainProgress& progress = {},
                  const ReferenceChoices& references = {});

}  // namespace panarc
