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

/// What sums leave out.
struct SumOptions {
  /// Sums that are not larger than this become 0.
  float prune = 0;
  /// Features that fewer models have: chance has left them there.
  std::size_t fewest = 1;
};

/// The sums of weights of several models for the same classes: one model of the same speed, which
/// decides as all of them together would by their scores.
FrozenArrays sum_weights(std::span<const ScaledWeights> models, std::size_t classes,
                         const SumOptions& options = {});

}  // namespace panarc
