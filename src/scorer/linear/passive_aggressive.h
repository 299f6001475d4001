#pragma once

#include <cstddef>
#include <vector>

#include "scorer/linear/training_table.h"

namespace panarc {

/// Scales the changes from `first` on, which are the features of what is to win less those of what
/// won by `violation`: the smallest step after which it loses by `margin`, and at most `limit`
/// (Crammer et al. 2006, PA-I). The step depends on the norm of the changes, so those of one weight
/// are added up first.
void scale_to_margin(double violation, double limit, std::size_t first,
                     std::vector<WeightChange>& changes, double margin = 1);

}  // namespace panarc
