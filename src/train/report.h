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

/// The training report of a model, as JSON. Nothing in it differs from run to run, so the same
/// training gives the same file. `references` counts the further trees of training sentences.
std::string model_report(const TrainOptions& options, const TrainingPlan& plan,
                         std::span<const Sentence> training, std::size_t references,
                         std::span<const Sentence> dev, const std::vector<EpochReport>& epochs);

/// The report of an ensemble of `count` members, with its scores and theirs on the development set,
/// if there is one.
std::string ensemble_report(std::size_t count, std::span<const Sentence> dev,
                            const std::optional<Scores>& scores, std::span<const Scores> members);

/// The training of a segmenter, for its report.
struct SegmenterTraining {
  std::size_t characters = 0;  ///< of the training text
  int epochs = 0;              ///< maximum, for each model
  int patience = 0;
  std::uint64_t seed = 0;
  /// The best epoch of each of the models that were added up.
  std::vector<int> best_epochs;
  /// On the development set, if there is one.
  std::map<std::string, double> scores;
};
std::string segmenter_report(std::span<const Sentence> training, std::span<const Sentence> dev,
                             const SegmenterTraining& summary);

/// A hash of everything that affects the model; of the data, their own fingerprints are used.
std::uint64_t fingerprint(const TrainingPlan& plan, std::uint64_t training, std::uint64_t dev);

}  // namespace panarc
