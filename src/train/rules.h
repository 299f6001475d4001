#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "panarc/train.h"
#include "train/plan.h"

namespace panarc {

/// Resolves options. Throws OptionError for options that are invalid, alone or together.
TrainingPlan plan_of(const TrainOptions& options);

/// Throws OptionError for numbers that are out of range, for any kind of training.
void check_ranges(const TrainOptions& options);

/// The named strategy. Throws OptionError if there is none.
Strategy known_strategy(const std::string& name);

// What all tasks have in common. These throw OptionError for options that contradict each other.

/// Changes a strategy, which is the default, as the options say.
void set_strategy(const TrainOptions& options, Strategy& strategy);
/// The beam: a local strategy is for greedy search, a global one needs a beam. `usual` is that of
/// the task, or of a model.
std::size_t beam_of(const TrainOptions& options, const Strategy& strategy, std::size_t usual);
void set_loss(const TrainOptions& options, const Strategy& strategy, LossOptions& loss);

/// Replaces a value if another one is given.
template <class Value, class Target>
void override_with(const std::optional<Value>& said, Target& target) {
  if (said) target = *said;
}

/// The name of built-in templates, or of their file without its directory; "" if neither is known.
std::string features_name(const TrainOptions& options, const TrainingPlan& plan);

}  // namespace panarc
