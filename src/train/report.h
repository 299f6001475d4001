#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "panarc/train.h"
#include "train/plan.h"

namespace panarc {

/// What a model says of its making, as JSON. Nothing that differs from run to run is in it, so that
/// the same training gives the same file. `references` are the further trees of training sentences.
std::string model_report(const TrainOptions& options, const TrainingPlan& plan,
                         std::span<const Sentence> training, std::size_t references,
                         std::span<const Sentence> dev, const std::vector<EpochReport>& epochs);

/// The same of an ensemble of so many, with its scores and those of its members on the development
/// set, if there is one.
std::string ensemble_report(std::size_t count, std::span<const Sentence> dev,
                            const std::optional<Scores>& scores, std::span<const Scores> members);

/// The same of a tagger, with its scores on the development set by column, if there is one.
std::string tagger_report(std::span<const Sentence> training, std::span<const Sentence> dev,
                          const std::map<Field, double>& scores);

/// What a segmenter says of its making.
struct SegmenterMaking {
  std::size_t characters = 0;  ///< of the training text
  int epochs = 0;              ///< at most, of each model
  int patience = 0;
  std::uint64_t seed = 0;
  /// Of each model that was added up, its best epoch.
  std::vector<int> best_epochs;
  /// On the development set, if there is one.
  std::map<std::string, double> scores;
};
std::string segmenter_report(std::span<const Sentence> training, std::span<const Sentence> dev,
                             const SegmenterMaking& making);

/// Of a training: of all that has an effect on the model, the data by their own fingerprints.
std::uint64_t fingerprint(const TrainingPlan& plan, std::uint64_t training, std::uint64_t dev);

}  // namespace panarc
