#pragma once

#include <span>
#include <utility>
#include <vector>

#include "panarc/tagger.h"
#include "panarc/train.h"
#include "panarc/treebank.h"
#include "tag/network_tagger.h"
#include "tag/tag_network_learner.h"
#include "train/plan.h"

namespace panarc {

/// Everything about the training of a tagger with a network, with all defaults resolved.
struct NetworkTaggerPlan : TrainingPlan {
  explicit NetworkTaggerPlan(TrainingPlan plan = standard_plan(Trained::kNetworkTagger))
      : TrainingPlan(std::move(plan)) {}

  /// The columns to predict, if the training data has them.
  std::vector<Field> columns{kTaggedColumns.begin(), kTaggedColumns.end()};
  /// Their layers and units are those of the plan.
  TagNetworkSizes sizes;
  /// The dropout rate of word vectors.
  double vector_dropout = 0.25;
  /// Which forms are trusted to have the tags they had in the training data. The network does not
  /// know forms that occur only once, but those are informative.
  TagDictionary::Options dictionary{.fewest = 1, .share = 0};
};

/// Trains a tagger. The result is from the best epoch on `dev`, by the mean score of its columns,
/// or the last if there is none.
NetworkTagger train_network_tagger(std::span<const Sentence> training,
                                   std::span<const Sentence> dev, const NetworkTaggerPlan& plan,
                                   const TrainProgress& progress = {});

}  // namespace panarc
