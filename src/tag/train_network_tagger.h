#pragma once

#include <span>
#include <vector>

#include "panarc/sentence.h"
#include "panarc/train.h"
#include "tag/network_tagger.h"
#include "tag/tag_network_learner.h"
#include "train/loop.h"

namespace panarc {

/// All that the training of a tagger with a network does, decided.
struct NetworkTaggerPlan {
  /// The columns to fill, of those that the training data has.
  std::vector<Field> columns{Field::kUpos, Field::kXpos, Field::kFeats, Field::kLemma};
  TagNetworkTraining network;
  /// Which forms are believed to have the tags they had in the training data. The network does not
  /// know forms that occur once, but they tell a lot.
  TagDictionary::Options dictionary{.fewest = 1, .share = 0};
  /// Its seed is that of the network, too; its fingerprint is set by the training.
  LoopOptions loop;
};

/// What training such a tagger does unless told otherwise, with so many words.
NetworkTaggerPlan default_network_tagger_plan(std::size_t words);

/// Trains a tagger; that of the best epoch on `dev`, by the mean of the scores of its columns, or
/// of the last if there is none.
NetworkTagger train_network_tagger(std::span<const Sentence> training,
                                   std::span<const Sentence> dev, const NetworkTaggerPlan& plan,
                                   const TrainProgress& progress = {});

}  // namespace panarc
