#include "oracle/swap_lattice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "panarc/error.h"

namespace panarc {

namespace {

constexpr std::array kPreference{Action::kLeft, Action::kRight, Action::kSwap, Action::kShift};

std::uint64_t add_saturated(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum < a ? std::numeric_limits<std::uint64_t>::max() : sum;
}

std::size_t slot(int state) { return static_cast<std::size_t>(state); }

int swaps_of(const SwapLattice::Edge& edge) { return edge.action == Action::kSwap ? 1 : 0; }

}  // namespace

SwapLattice::SwapLattice(std::span<const Node> heads, SwapAmbiguity kept, std::size_t most_states)
    : tree_(heads) {
  build(kept, most_states);
  sort_edges();
  count_derivations();
  count_most_swaps();
  find_shortest();
}

SwapState SwapLattice::state(int number) const {
  SwapState state(tree_);
  table_.load(number, state);
  return state;
}

void SwapLattice::build(SwapAmbiguity kept, std::size_t most_states) {
  SwapState state(tree_);
  SwapState next(tree_);
  SwapTrial trial(tree_);
  table_.intern(state);
  for (int from = 0; slot(from) < table_.size(); ++from) {
    if (table_.size() > most_states) {
      throw Error(fmt::format(
          "the lattice of derivations has more than {} configurations; the limit can be raised",
          most_states));
    }
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

/// Kahn's algorithm; no derivation returns to a state, since each step attaches or sorts words.
void SwapLattice::sort_edges() {
  std::vector<std::size_t> first(states() + 1, 0);
  std::vector<int> entering(states(), 0);
  for (const Edge& edge : edges_) {
    ++first[slot(edge.from) + 1];
    ++entering[slot(edge.to)];
  }
  for (std::size_t state = 0; state < states(); ++state) first[state + 1] += first[state];
  std::vector<Edge> sorted;
  sorted.reserve(edges_.size());
  std::vector<int> ready{0};
  while (!ready.empty()) {
    const std::size_t from = slot(ready.back());
    ready.pop_back();
    const auto leaving = std::span(edges_).subspan(first[from], first[from + 1] - first[from]);
    sorted.insert(sorted.end(), leaving.begin(), leaving.end());
    for (auto edge = leaving.rbegin(); edge != leaving.rend(); ++edge) {
      if (--entering[slot(edge->to)] == 0) ready.push_back(edge->to);
    }
  }
  edges_ = std::move(sorted);
}

void SwapLattice::count_derivations() {
  std::vector<std::uint64_t> paths(states(), 0);
  paths[0] = 1;
  for (const Edge& edge : edges_) {
    paths[slot(edge.to)] = add_saturated(paths[slot(edge.to)], paths[slot(edge.from)]);
  }
  derivations_ = paths[slot(final_state())];
}

void SwapLattice::count_most_swaps() {
  std::vector<int> swaps(states(), 0);
  for (const Edge& edge : edges_) {
    int& most = swaps[slot(edge.to)];
    most = std::max(most, swaps[slot(edge.from)] + swaps_of(edge));
  }
  max_swaps_ = swaps[slot(final_state())];
}

void SwapLattice::find_shortest() {
  std::vector<int> swaps(states(), std::numeric_limits<int>::max());
  swaps[slot(final_state())] = 0;
  std::vector<const Edge*> best(states(), nullptr);
  for (std::size_t e = edges_.size(); e-- > 0;) {
    const Edge& edge = edges_[e];
    const int all = swaps[slot(edge.to)] + swaps_of(edge);
    // Edges are read backwards: if several are equally good, the last one read is preferred.
    if (all > swaps[slot(edge.from)]) continue;
    swaps[slot(edge.from)] = all;
    best[slot(edge.from)] = &edge;
  }
  min_swaps_ = swaps[0];
  for (const Edge* edge = best[0]; edge != nullptr; edge = best[slot(edge->to)]) {
    shortest_.push_back(edge->action);
  }
}

}  // namespace panarc
