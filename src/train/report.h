#pragma once

#include <cstddef>
#include <cstdint>
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

/// A hash of everything that affects the parameters. The data have hashes of their own.
std::uint64_t fingerprint(const TrainingPlan& plan, std::uint64_t training, std::uint64_t dev);

}  // namespace panarc
