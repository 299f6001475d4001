#include "oracle/swap_statistics.h"

#include "oracle/swap_minimal.h"
#include "oracle/swap_state.h"

namespace panarc {

namespace {

/// Whether no configuration of a derivation has a choice; then it is the only derivation.
bool has_one_derivation(const SwapTree& tree) {
  SwapState state(tree);
  SwapTrial trial(tree);
  while (!state.is_final()) {
    const ActionSet actions = permissible(state, SwapAmbiguity::kAll, trial);
    if (actions.size() != 1) return false;
    state.apply(*actions.begin());
  }
  return true;
}

std::uint64_t swaps_of(const SwapState& start, SwapTime time) {
  return static_cast<std::uint64_t>(count_swaps(static_derivation(start, time)));
}

}  // namespace

std::optional<SwapStatistics> swap_statistics(std::span<const Node> heads,
                                              std::size_t state_limit) {
  const SwapTree tree(heads);
  if (tree.words() > kMaxSwapWords) return std::nullopt;
  SwapStatistics statistics;
  statistics.unique = has_one_derivation(tree);
  if (tree.projective) return statistics;
  const SwapState start(tree);
  const MinimalDerivation minimal = minimal_derivation(start, state_limit);
  statistics.eager = swaps_of(start, SwapTime::kEager);
  statistics.lazy = swaps_of(start, SwapTime::kLazy);
  statistics.minimal = static_cast<std::uint64_t>(minimal.swaps);
  statistics.minimal_exact = minimal.exact;
  return statistics;
}

std::optional<SwapStatistics> swap_statistics(std::span<const Node> heads) {
  return swap_statistics(heads, kSwapStateLimit);
}

void SwapTotals::add(const SwapTotals& other) {
  sentences += other.sentences;
  projective += other.projective;
  unique += other.unique;
  eager += other.eager;
  lazy += other.lazy;
  minimal += other.minimal;
  inexact += other.inexact;
  too_long += other.too_long;
}

void SwapTotals::add(const std::optional<SwapStatistics>& sentence) {
  if (!sentence) {
    ++too_long;
    return;
  }
  ++sentences;
  projective += sentence->projective() ? 1U : 0U;
  unique += sentence->unique ? 1U : 0U;
  eager += sentence->eager;
  lazy += sentence->lazy;
  minimal += sentence->minimal;
  inexact += sentence->minimal_exact ? 0U : 1U;
}

}  // namespace panarc
