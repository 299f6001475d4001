#pragma once

#include <string>

#include "panarc/error.h"

namespace panarc {

/// Costs that need memory for every pair of words are refused beyond this length.
inline constexpr int kMaxWordsOfPairs = 4000;

inline void check_room_for_pairs(int words) {
  if (words <= kMaxWordsOfPairs) return;
  throw Error("the exact costs of a sentence of " + std::to_string(words) +
              " words are out of reach where no closed form holds; the limit is " +
              std::to_string(kMaxWordsOfPairs));
}

}  // namespace panarc
