#pragma once

#include <vector>

#include "cli/train_arguments.h"
#include "panarc/pipeline.h"

namespace panarc::cli {

/// The options of a pipeline.
PipelineOptions pipeline_options(const TrainArguments& arguments);

/// Replaces tags and lemmas by predicted ones, if requested, and announces the parser.
void learn_from_predicted_tags(const TrainArguments& arguments, const PipelineProgress& progress,
                               std::vector<Sentence>& training, std::vector<Sentence>& dev);

/// `panarc train --pipeline`, once the arguments are checked.
void run_pipeline_training(const TrainArguments& arguments);

}  // namespace panarc::cli
