#pragma once

#include "cli/train_arguments.h"

namespace panarc::cli {

/// `panarc train --task tag`, once the arguments are checked.
void run_tagger_training(TrainArguments& arguments);

}  // namespace panarc::cli
