#pragma once

#include <span>

#include "base/random.h"

namespace panarc {

/// Draws a dropout mask (Srivastava et al. 2014): factors that drop a share of the values and scale
/// up the others accordingly. One mask serves all words of a sentence (Gal & Ghahramani 2016).
inline void draw_mask(double rate, Random& random, std::span<float> mask) {
  const auto kept = static_cast<float>(1 / (1 - rate));
  for (float& value : mask) value = random.real() < rate ? 0.0F : kept;
}

}  // namespace panarc
