#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "panarc/evaluate.h"
#include "panarc/sentence.h"
#include "panarc/train.h"

namespace panarc {

struct CrossValidationOptions {
  /// How parsers are trained. There is no development data, so the last epoch is kept.
  TrainOptions training;
  std::size_t folds = 10;
  /// Each fold is made of sentences that follow each other, so that texts stay together; otherwise
  /// they are drawn at random, by the seed of the training.
  bool blocks = false;
};

struct FoldReport {
  std::size_t fold = 0;      ///< from 1
  std::size_t training = 0;  ///< sentences that the parser was trained on
  Scores scores;             ///< of the others
  double seconds = 0;
};

struct CrossValidation {
  std::vector<FoldReport> folds;
  /// Of all folds together.
  Scores total;
  /// All sentences as they were parsed, each by a parser that was not trained on it: what is
  /// annotated in this way can be trained on as if it were new (jack-knifing).
  std::vector<Sentence> parsed;
};

/// Divides sentences into folds, and trains a parser for each on all the others. Further references
/// of a sentence stay with it; it is compared with the one that is nearest. Throws Error if there
/// are fewer sentences than folds, or fewer than two folds, and as train() does. `on_fold` is
/// called after each.
CrossValidation cross_validate(const std::vector<Sentence>& sentences,
                               const CrossValidationOptions& options,
                               const std::function<void(const FoldReport&)>& on_fold = {});

}  // namespace panarc
