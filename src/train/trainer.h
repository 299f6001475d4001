#pragma once

#include <span>
#include <vector>

#include "model/model.h"
#include "panarc/scheme.h"
#include "panarc/train.h"
#include "panarc/treebank.h"
#include "train/loop.h"
#include "train/plan.h"

namespace panarc {

/// The choices between references of each sentence; empty if there are none.
struct ReferenceChoices {
  std::vector<TreeChoices> training;
  std::vector<TreeChoices> dev;
};

/// The sentences of the training with the right tags (UPOS), if the data itself has predicted ones;
/// empty if no tags are chosen.
struct RightTags {
  std::vector<Sentence> training;
  std::vector<Sentence> dev;
};

/// Trains a parser. The model is from the best epoch on `dev`, or the last if there is none. A
/// sentence with several references is compared with the one nearest to its parse.
Model train_model(std::span<const Sentence> training, std::span<const Sentence> dev,
                  const TrainingPlan& plan, const TrainProgress& progress = {},
                  const ReferenceChoices& references = {}, const RightTags& tags = {});

/// Whether any word has a head.
bool has_head(const Sentence& sentence);

/// Throws Error if there is no tree to learn from, or none to compare epochs by.
void check_trees(std::span<const Sentence> training, std::span<const Sentence> dev);
/// Throws Error if no word has a tag (UPOS) that a parser could learn to choose.
void check_tags_to_choose(std::span<const Sentence> training);

/// Like train(), for a parser that chooses tags.
TrainResult train_with_tags(std::vector<Sentence> training, std::vector<Sentence> dev,
                            const CheckedOptions& options, const TrainProgress& progress,
                            RightTags tags);

}  // namespace panarc
