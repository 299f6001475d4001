#pragma once

#include <cstddef>

#include "transition/system.h"

namespace panarc {

/// How many transitions follow after `depth` of them. This is known if each word enters and leaves
/// the stack once, whatever the tree. With SWAP it assumes no more swaps. Where every word is
/// compared with others, it is an estimate: each remaining word takes as many as the words so far
/// did on average.
template <TransitionSystem S>
std::size_t transitions_left(const Configuration& c, std::size_t depth) {
  const bool root_waits = c.in_buffer(kRoot);
  const auto waiting = static_cast<std::size_t>(c.buffer_size()) - (root_waits ? 1 : 0);
  if constexpr (S::kCompletion == Completion::kPairs) {
    const std::size_t passed = static_cast<std::size_t>(c.words()) - waiting;
    return passed == 0 ? waiting : (depth * waiting + passed - 1) / passed;
  } else {
    const auto on_stack = static_cast<std::size_t>(c.stack_size()) - (c.in_stack(kRoot) ? 1 : 0);
    // If arcs join elements of the stack, ROOT has to get there, too.
    return 2 * waiting + on_stack + (root_waits && S::kArcsOnStack ? 1 : 0);
  }
}

}  // namespace panarc
