#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "feature/embeddings.h"
#include "panarc/sentence.h"
#include "panarc/tagger.h"
#include "tag/linear_tagger.h"
#include "train/options.h"

namespace panarc {

/// Everything about the training of a tagger, with all defaults resolved.
struct TaggerPlan {
  /// The columns to predict, if the training data has them: tags first, together, then LEMMA.
  std::vector<Field> columns{kTaggedColumns.begin(), kTaggedColumns.end()};
  /// The templates for tags, as text.
  std::string features;
  std::size_t beam = 1;
  Strategy strategy;
  LossOptions loss;
  int epochs = 15;
  /// Stop after this many epochs without a better score on the development set; 0 is never.
  int patience = 3;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  /// Number of sentences tagged with the same weights; 0 is default_batch().
  std::size_t batch = 0;
  int rare_count = 1;
  double rare_rate = 0.5;
  float prune = 0;
  int min_changes = 0;
  /// How many models are trained from different seeds, and their weights added up, so that chance
  /// matters less with a small treebank.
  std::size_t models = 5;
  /// Which forms are trusted to have the tags they had in the training data.
  TagDictionary::Options dictionary;
  std::shared_ptr<const Embeddings> embeddings;
  std::stop_token stop;
};

/// Trains taggers that fill columns one after the other: for tags, then for lemmas. They are from
/// the best epochs on `dev`, or the last if there is none.
std::vector<LinearTagger> train_linear_taggers(std::span<const Sentence> training,
                                               std::span<const Sentence> dev,
                                               const TaggerPlan& plan,
                                               const TaggerProgress& progress = {});

/// The default plan.
TaggerPlan default_tagger_plan();

/// Whether there is so much training data that little depends on chance.
bool is_large(std::span<const Sentence> training);

}  // namespace panarc
