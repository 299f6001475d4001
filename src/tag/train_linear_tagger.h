#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "panarc/tagger.h"
#include "panarc/train.h"
#include "panarc/treebank.h"
#include "tag/linear_tagger.h"
#include "train/plan.h"

namespace panarc {

/// Everything about the training of a linear tagger, with all defaults resolved. Its model has the
/// templates for tags.
struct TaggerPlan : TrainingPlan {
  explicit TaggerPlan(TrainingPlan plan = standard_plan(Trained::kLinearTagger));

  /// The columns to predict, if the training data has them: tags first, together, then LEMMA.
  std::vector<Field> columns{kTaggedColumns.begin(), kTaggedColumns.end()};
  /// This many models are trained from different seeds, and their weights added up, so that chance
  /// matters less with a small treebank.
  std::size_t models = 5;
  /// Which forms are trusted to have the tags they had in the training data.
  TagDictionary::Options dictionary{.fewest = 5, .share = 0.99};
};

/// Trains taggers that fill columns one after the other: for tags, then for lemmas. They are from
/// the best epochs on `dev`, or the last if there is none.
std::vector<LinearTagger> train_linear_taggers(std::span<const Sentence> training,
                                               std::span<const Sentence> dev,
                                               const TaggerPlan& plan,
                                               const TrainProgress& progress = {});

/// Whether there is so much training data that little depends on chance.
bool is_large(std::span<const Sentence> training);

}  // namespace panarc
