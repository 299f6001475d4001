#pragma once

#include <string>
#include <vector>

#include "draw/chart.h"
#include "panarc/experiment.h"

namespace panarc {

/// A figure of the logs of trainings against another, by setting. Every point is the mean over
/// treebanks of the means over seeds, at the same x: so a curve begins where the last of its runs
/// has a value, and ends where the first of them ends, as with early stopping. Between epochs runs
/// are interpolated, where x is something else. Settings whose runs have no x in common have an
/// empty curve; those without logs have none. Treebanks that not all of the others have logs of are
/// left out.
std::vector<Curve> learning_curves(const PartResult& part, const ChartSpec& spec);

}  // namespace panarc
