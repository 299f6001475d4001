#pragma once

#include "cli/train_arguments.h"

namespace panarc::cli {

/// Throws UsageError for what a segmenter cannot be trained with.
void check_segmenter_options(const TrainOptions& options);

/// `panarc train --task segment`, once the arguments are checked.
void run_segmenter_training(const TrainArguments& arguments);

}  // namespace panarc::cli
