#pragma once

#include <cstddef>
#include <vector>

#include "scorer/linear/training_table.h"

namespace panarc {

/// Scales the changes from `first` on, which are the features of what should win minus those of
/// what won by `violation`. The step is the smallest after which that loses by `margin`, but at
/// most `limit` (Crammer et al. 2006, PA-I). It depends on the norm of the changes, so changes of
/// the same weight are added up first.
void scale_to_margin(double violation, double limit, std::size_t first,
                     std::vector<WeightChange>& changes, double margin = 1);

}  // namespace panarc
