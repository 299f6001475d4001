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

/// What to leave out of sums.
struct SumOptions {
  /// Sums no larger than this become 0.
  float prune = 0;
  /// Features in fewer models than this are left out, as due to chance.
  std::size_t fewest = 1;
};

/// The sums of the weights of several models for the same classes: one model, as fast as each, that
/// decides by their total scores.
FrozenArrays sum_weights(std::span<const ScaledWeights> models, std::size_t classes,
                         const SumOptions& options = {});

}  // namespace panarc
