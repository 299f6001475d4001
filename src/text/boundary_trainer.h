#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "text/boundary_model.h"
#include "text/gold_text.h"
#include "train/loop.h"

namespace panarc {

/// How well the tokens and sentences of a text are found: F1, in percent.
struct BoundaryScores {
  double tokens = 0;
  double sentences = 0;
};
BoundaryScores score_boundaries(const BoundaryModel& model, const GoldText& gold);

struct BoundaryTrainingOptions {
  /// How each of the models is trained; its threads are shared by them.
  LoopOptions loop;
  /// How many models are trained and combined by adding their weights, so that what one has learnt
  /// by chance counts less.
  std::size_t models = 12;
  /// After each epoch of each model: their numbers, the scores, and whether these are its best.
  /// Called in the thread of the model, but never in two at a time.
  std::function<void(std::size_t model, int epoch, const BoundaryScores& scores, bool best)>
      on_epoch{};
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
                                                      const BoundaryTrainingOptions& options);

}  // namespace panarc
