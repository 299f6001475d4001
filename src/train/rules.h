#pragma once

#include <string>

#include "panarc/train.h"
#include "train/plan.h"

namespace panarc {

/// Resolves the options of a parser. Throws OptionError for options that are invalid, alone or
/// together.
TrainingPlan plan_of(const TrainOptions& options);

/// Throws OptionError for options that mean nothing for what is trained, and for numbers that are
/// out of range.
void check_options(const TrainOptions& options, Trained trained);
/// The defaults, replaced by the options that are set. Throws OptionError as check_options() does.
TrainingPlan plain_plan(const TrainOptions& options, Trained trained);

/// The named strategy. Throws OptionError if there is none.
Strategy known_strategy(const std::string& name);

// What follows for parsers and taggers alike from the options that were applied to a plan. These
// throw OptionError for options that contradict each other.

void complete_strategy(const TrainOptions& options, TrainingPlan& plan);
/// A local strategy is for greedy search, a global one needs a beam.
void complete_beam(const TrainOptions& options, TrainingPlan& plan);
void complete_loss(const TrainOptions& options, TrainingPlan& plan);

/// The options that mean the same for all that is trained for one model, from the same data.
TrainOptions common_options(const TrainOptions& options);

/// The name of built-in templates, or of their file without its directory; "" if neither is known.
std::string features_name(const TrainOptions& options, const TrainingPlan& plan);

}  // namespace panarc
