#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "panarc/evaluate.h"
#include "panarc/train.h"
#include "text/boundary_model.h"
#include "text/gold_text.h"
#include "train/loop.h"

namespace panarc {

/// Adds how well the tokens and sentences of a text are found.
void score_boundaries(const BoundaryModel& model, const GoldText& gold, Scores& scores);

struct BoundaryTrainingOptions {
  /// How each of the models is trained; its threads are shared by them.
  LoopOptions loop;
  /// How many models are trained and combined by adding their weights, so that what one has learnt
  /// by chance counts less.
  std::size_t models = 12;
};

/// The training data, all read with the same alphabet.
struct BoundaryTexts {
  const Alphabet& alphabet;
  const GoldText& gold;
  /// The sentences of `gold` in other letters: see foreign_text().
  const GoldText& foreign;
  /// For choosing the best epochs, unless it is empty.
  const GoldText& dev;
};

std::shared_ptr<const BoundaryModel> train_boundaries(const BoundaryTexts& texts,
                                                      const BoundaryTrainingOptions& options,
                                                      const TrainProgress& progress = {});

}  // namespace panarc
