#pragma once

#include <optional>
#include <string>

#include "panarc/train.h"
#include "train/plan.h"

namespace panarc {

/// What options come to. Throws OptionError for what makes no sense, by itself or together.
TrainingPlan plan_of(const TrainOptions& options);

/// Throws OptionError for numbers that are out of range, whatever is to be trained.
void check_ranges(const TrainOptions& options);

/// The strategy of a name. Throws OptionError if there is none.
Strategy known_strategy(const std::string& name);

/// Replaces a value if another one is said.
template <class Value, class Target>
void override_with(const std::optional<Value>& said, Target& target) {
  if (said) target = *said;
}

/// The name of built-in templates, or of the file they come from without its directory; "" if
/// neither is known.
std::string features_name(const TrainOptions& options, const TrainingPlan& plan);

}  // namespace panarc
