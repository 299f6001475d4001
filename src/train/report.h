#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "panarc/train.h"
#include "train/plan.h"

namespace panarc {

/// The scores that are reported of a parser, in percent, by their names.
nlohmann::ordered_json scores_json(const Scores& scores);

/// An epoch, without what differs from run to run.
nlohmann::ordered_json epoch_json(const EpochReport& report);

/// What a model says of its making. Nothing that differs from run to run is in it, so that the same
/// training gives the same file.
nlohmann::json model_report(const TrainOptions& options, const TrainingPlan& plan,
                            std::span<const Sentence> training, std::span<const Sentence> dev,
                            const std::vector<EpochReport>& epochs);

}  // namespace panarc
