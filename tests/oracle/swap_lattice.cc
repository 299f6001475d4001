#include "oracle/swap_lattice.h"

#include <array>
#include <limits>
#include <utility>

namespace panarc::swap_test {
namespace {

constexpr std::array kPreference{Action::kLeft, Action::kRight, Action::kSwap, Action::kShift};

std::uint64_t add_saturated(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum < a ? std::numeric_limits<std::uint64_t>::max() : sum;
}

std::size_t index(int number) { return static_cast<std::size_t>(number); }

}  // namespace

SwapLattice::SwapLattice(std::span<const Node> heads, SwapAmbiguity kept) {
  build(SwapTree(heads), kept);
  sort_edges();
  count_derivations();
  find_shortest();
}

void SwapLattice::build(const SwapTree& tree, SwapAmbiguity kept) {
  SwapState state(tree);
  SwapState next(tree);
  SwapTrial trial(tree);
  table_.intern(state);
  for (int from = 0; index(from) < table_.size(); ++from) {
    table_.load(from, state);
    const ActionSet actions = permissible(state, kept, trial);
    for (const Action action : kPreference) {
      if (!actions.contains(action)) continue;
      next = state;
      next.apply(action);
      edges_.push_back({from, action, table_.intern(next)});
    }
  }
}

/// Kahn's algorithm; no derivation returns to a state, since it attaches words or sorts them.
void SwapLattice::sort_edges() {
  std::vector<std::size_t> first(states() + 1, 0);
  std::vector<int> entering(states(), 0);
  for (const Edge& edge : edges_) {
    ++first[index(edge.from) + 1];
    ++entering[index(edge.to)];
  }
  for (std::size_t state = 0; state < states(); ++state) first[state + 1] += first[state];
  std::vector<Edge> sorted;
  sorted.reserve(edges_.size());
  std::vector<int> ready{0};
  for (std::size_t done = 0; done < ready.size(); ++done) {
    const std::size_t from = index(ready[done]);
    for (std::size_t e = first[from]; e < first[from + 1]; ++e) {
      sorted.push_back(edges_[e]);
      if (--entering[index(edges_[e].to)] == 0) ready.push_back(edges_[e].to);
    }
  }
  edges_ = std::move(sorted);
}

void SwapLattice::count_derivations() {
  std::vector<std::uint64_t> paths(states(), 0);
  paths[0] = 1;
  for (const Edge& edge : edges_) {
    paths[index(edge.to)] = add_saturated(paths[index(edge.to)], paths[index(edge.from)]);
  }
  derivations_ = paths[index(final_state())];
}

void SwapLattice::find_shortest() {
  std::vector<int> swaps(states(), std::numeric_limits<int>::max());
  swaps[index(final_state())] = 0;
  std::vector<const Edge*> best(states(), nullptr);
  for (std::size_t e = edges_.size(); e-- > 0;) {
    const Edge& edge = edges_[e];
    const int all = swaps[index(edge.to)] + (edge.action == Action::kSwap ? 1 : 0);
    // Edges are read backwards: of equally good ones, the last one read is the preferred one.
    if (all > swaps[index(edge.from)]) continue;
    swaps[index(edge.from)] = all;
    best[index(edge.from)] = &edge;
  }
  min_swaps_ = swaps[0];
  for (const Edge* edge = best[0]; edge != nullptr; edge = best[index(edge->to)]) {
    shortest_.push_back(edge->action);
  }
}

}  // namespace panarc::swap_test
