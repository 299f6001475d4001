#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "feature/encoder.h"
#include "oracle/gold.h"
#include "oracle/swap_oracle.h"
#include "transition/transition.h"

namespace panarc {

/// A sentence to train on. One thread at a time works on it.
struct Example {
  EncodedSentence words;
  Gold gold{0};
  /// The derivation of the static oracle, once it was asked for.
  std::vector<Action> reference;
  /// The swap oracle of the tree, once it was asked for.
  std::unique_ptr<SwapGuide> swap_guide;
  /// Correct actions that took long to find, by a hash of what they depend on.
  std::unordered_map<std::uint64_t, ActionSet> known_actions;
};

}  // namespace panarc
