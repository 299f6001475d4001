#pragma once

#include "panarc/choices.h"

namespace panarc {

/// A sentence read backwards: its last word is word 1. ROOT is still 0, and what was to the left of
/// a word is to its right.
constexpr Node mirrored(Node node, int words) { return node > kRoot ? words + 1 - node : node; }

constexpr RootPosition mirrored(RootPosition root) {
  return root == RootPosition::kFirst ? RootPosition::kLast : RootPosition::kFirst;
}

}  // namespace panarc
