#pragma once

#include <string>
#include <vector>

#include "draw/chart.h"
#include "panarc/experiment.h"

namespace panarc {

/// One figure of the training logs against another, by setting. Every point is the mean over
/// treebanks of the means over seeds, at the same x: so a curve begins where the last of its runs
/// has a value, and ends where the first of them ends, as with early stopping. If x is not the
/// epoch, runs are interpolated between epochs. Settings whose runs have no x in common have an
/// empty curve; those without logs have none. Treebanks without logs for all these settings are
/// left out.
std::vector<Curve> learning_curves(const PartResult& part, const ChartSpec& spec);

}  // namespace panarc
