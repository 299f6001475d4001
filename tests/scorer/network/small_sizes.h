#pragma once

#include "scorer/network/network_sizes.h"

namespace panarc::test {

/// The sizes of a network that takes a moment; no two parts have the same size.
inline constexpr NetworkSizes kSmallRecurrent{.form = 7,
                                              .tag = 5,
                                              .character = 4,
                                              .character_units = 3,
                                              .units = 6,
                                              .layers = 2,
                                              .state = 9,
                                              .state_second = 8,
                                              .label = 10};

/// The sizes of a small network without layers that read sentences.
constexpr NetworkSizes small_feed_forward() {
  NetworkSizes sizes = kSmallRecurrent;
  sizes.units = sizes.layers = 0;
  return sizes;
}

}  // namespace panarc::test
