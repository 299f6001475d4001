#pragma once

#include <string>

#include "panarc/train.h"
#include "train/plan.h"

namespace panarc {

/// What options come to. Throws OptionError for what makes no sense, by itself or together.
TrainingPlan plan_of(const TrainOptions& options);

/// The name of built-in templates, or of the file they come from without its directory; "" if
/// neither is known.
std::string features_name(const TrainOptions& options, const TrainingPlan& plan);

}  // namespace panarc
