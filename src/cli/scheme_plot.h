#pragma once

#include <span>
#include <string>

#include "panarc/learnability.h"

namespace panarc::cli {

/// A chart (SVG): for each rule, how much better or worse its scheme is parsed than that of the
/// treebank, with the interval over seeds, and the share of places where training on both settled
/// on the rule.
std::string scheme_plot(std::span<const SchemeResult> results);

}  // namespace panarc::cli
