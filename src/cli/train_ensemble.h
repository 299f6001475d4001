#pragma once

#include "cli/train_arguments.h"

namespace panarc::cli {

/// `panarc train --ensemble` and `--combine`, once the arguments are checked.
void run_ensemble(const TrainArguments& arguments);
void run_combination(const TrainArguments& arguments);

}  // namespace panarc::cli
