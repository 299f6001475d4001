#pragma once

#include <span>
#include <string>

#include "panarc/learnability.h"

namespace panarc::cli {

/// A picture (SVG): for every rule, by how much its scheme is parsed better or worse than that of
/// the treebank, with the interval over seeds, and at which share of places training with both came
/// to it.
std::string scheme_plot(std::span<const SchemeResult> results);

}  // namespace panarc::cli
