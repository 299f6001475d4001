#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "panarc/evaluate.h"
#include "panarc/sentence.h"
#include "panarc/significance.h"
#include "panarc/train.h"

namespace panarc {

struct CrossValidationOptions {
  /// How parsers are trained. There is no development data, so the last epoch is kept.
  TrainOptions training;
  std::size_t folds = 10;
  /// Make each fold of consecutive sentences, so that texts stay together; otherwise sentences are
  /// drawn at random, using the training seed.
  bool blocks = false;
  /// Called with what users should know about the options, once for all folds.
  std::function<void(const std::string& message)> on_warning;
};

struct FoldReport {
  std::size_t fold = 0;      ///< from 1
  std::size_t training = 0;  ///< sentences that the parser was trained on
  Scores scores;             ///< on the other sentences
  double seconds = 0;
};

struct CrossValidation {
  std::vector<FoldReport> folds;
  /// Over all folds.
  Scores total;
  /// All sentences as parsed, each by a parser that was not trained on it. The annotation can thus
  /// serve as training data as if it were on new text (jack-knifing).
  std::vector<Sentence> parsed;

  /// How a score varies over folds.
  [[nodiscard]] Spread spread(Metric metric) const;
};

/// Divides sentences into folds and, for each fold, trains a parser on all the others. Further
/// references of a sentence stay with it; its parse is compared with the nearest one. `on_fold` is
/// called after each fold. Throws Error if there are fewer sentences than folds or fewer than two
/// folds, and as train() does.
CrossValidation cross_validate(const std::vector<Sentence>& sentences,
                               const CrossValidationOptions& options,
                               const std::function<void(const FoldReport&)>& on_fold = {});

}  // namespace panarc
