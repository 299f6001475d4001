#pragma once

#include "panarc/tree.h"

namespace panarc {

/// A sentence read from its end: its last word is word 1. ROOT is 0 as ever, and what stood left of
/// a word stands right of it.
constexpr Node mirrored(Node node, int words) { return node > kRoot ? words + 1 - node : node; }

constexpr RootPosition mirrored(RootPosition root) {
  return root == RootPosition::kFirst ? RootPosition::kLast : RootPosition::kFirst;
}

}  // namespace panarc
