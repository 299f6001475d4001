#pragma once

#include "cli/train_arguments.h"
#include "panarc/pipeline.h"

namespace panarc::cli {

/// The options of a pipeline.
PipelineOptions pipeline_options(const TrainArguments& arguments);

/// `panarc train --pipeline`, once the arguments are checked.
void run_pipeline_training(const TrainArguments& arguments);

}  // namespace panarc::cli
