#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "panarc/sentence.h"
#include "panarc/tagger.h"
#include "tag/network_tagger.h"
#include "tag/tag_network_learner.h"
#include "train/loop.h"

namespace panarc {

/// Everything about the training of a tagger with a network, with all defaults resolved.
struct NetworkTaggerPlan {
  /// The columns to predict, if the training data has them.
  std::vector<Field> columns{kTaggedColumns.begin(), kTaggedColumns.end()};
  TagNetworkTraining network;
  /// Which forms are trusted to have the tags they had in the training data. The network does not
  /// know forms that occur only once, but those are informative.
  TagDictionary::Options dictionary{.fewest = 1, .share = 0};
  /// The seed is also that of the network; the fingerprint is set by the training.
  LoopOptions loop;
};

/// The default plan for this many words.
NetworkTaggerPlan default_network_tagger_plan(std::size_t words);

/// Trains a tagger. The result is from the best epoch on `dev`, by the mean score of its columns,
/// or the last if there is none.
NetworkTagger train_network_tagger(std::span<const Sentence> training,
                                   std::span<const Sentence> dev, const NetworkTaggerPlan& plan,
                                   const TaggerProgress& progress = {});

}  // namespace panarc
