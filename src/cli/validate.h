#pragma once

#include <string>
#include <vector>

#include "panarc/validate.h"

namespace panarc::cli {

/// Prints every problem of treebanks as it is found, and then, unless `quiet`, a summary on
/// standard error. Returns the exit status: 1 if there are errors, not only warnings.
int validate_treebanks(const std::vector<std::string>& inputs, const ValidationOptions& options,
                       bool json, bool quiet);

}  // namespace panarc::cli
