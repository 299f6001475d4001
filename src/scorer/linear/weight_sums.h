#pragma once

#include <cstddef>
#include <span>

#include "scorer/linear/frozen_table.h"

namespace panarc {

/// Weights that are multiples of 1/scale.
struct ScaledWeights {
  FrozenArrays arrays;
  float scale = 1;
};

/// The sums of weights of several models for the same classes: one model of the same speed, which
/// decides as all of them together would by their scores.
FrozenArrays sum_weights(std::span<const ScaledWeights> models, std::size_t classes);

}  // namespace panarc
