#include "oracle/swap_minimal.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "oracle/swap_bound.h"
#include "oracle/swap_state_table.h"

namespace panarc {

namespace {

/// The states where SHIFT and SWAP are both permissible, and the final one, as a graph: every state
/// has two branches, which include the forced transitions up to the next choice.
class ChoiceGraph {
 public:
  ChoiceGraph(const SwapState& start, int most_swaps, std::size_t state_limit)
      : start_(start),
        state_(start),
        trial_(start.tree()),
        bound_(start.tree()),
        state_limit_(state_limit),
        waiting_(static_cast<std::size_t>(most_swaps) + 1) {}

  /// False if there are too many states, or if it takes too long.
  bool search() {
    const int forced = advance(nullptr);
    reach(number_of_state(), forced);
    for (; estimate_ < waiting_.size(); ++estimate_) {
      // A state may lead to others with the same estimate.
      while (!waiting_[estimate_].empty()) {
        const int number = waiting_[estimate_].back();
        waiting_[estimate_].pop_back();
        expand(number);
        if (table_.size() > state_limit_ || is_exhausted()) return false;
      }
      // Nothing is waiting with this estimate: all shortest paths are known, not only one.
      if (final_ >= 0 && choice(final_).swaps == static_cast<int>(estimate_)) return true;
    }
    return false;
  }

  MinimalDerivation derivation() {
    mark_shortest();
    trial_.work = 0;  // less than in the search
    MinimalDerivation result;
    state_ = start_;
    advance(&result.actions);
    for (int number = table_.find(state_); number != final_; number = table_.find(state_)) {
      const bool swap = is_shortest(number, choice(number).swap);
      result.actions.push_back(swap ? Action::kSwap : Action::kShift);
      state_.apply(result.actions.back());
      advance(&result.actions);
    }
    result.swaps = choice(final_).swaps;
    return result;
  }

 private:
  struct Branch {
    int to = -1;
    int swaps = 0;
  };
  struct Choice {
    /// The fewest swaps known on the way to it, and a lower bound on those that follow.
    int swaps = std::numeric_limits<int>::max();
    int bound = 0;
    /// To be expanded, for the first time or after a better way to it was found.
    bool waiting = false;
    bool on_shortest = false;
    Branch swap;
    Branch shift;
  };

  Choice& choice(int number) { return choices_[static_cast<std::size_t>(number)]; }

  [[nodiscard]] bool is_exhausted() const { return trial_.work > kSwapWorkLimit; }

  int number_of_state() {
    const int number = table_.intern(state_);
    if (table_.size() > choices_.size()) {
      choices_.emplace_back().bound = bound_(state_);
      // The bound looks at pairs of arcs.
      const std::size_t nodes = state_.stack().size() + state_.reversed_buffer().size();
      trial_.work += nodes * nodes / 8;
    }
    if (state_.is_final()) final_ = number;
    return number;
  }

  /// Takes the forced transitions up to the next choice, or until the limit is reached; returns how
  /// many of them were swaps.
  int advance(std::vector<Action>* actions) {
    int swaps = 0;
    while (true) {
      if (is_exhausted()) return swaps;
      ++trial_.work;
      const ActionSet next = permissible(state_, SwapAmbiguity::kShiftSwap, trial_);
      if (next.size() != 1) return swaps;
      const Action action = *next.begin();
      if (action == Action::kSwap) ++swaps;
      if (actions != nullptr) actions->push_back(action);
      state_.apply(action);
    }
  }

  void reach(int number, int swaps) {
    Choice& reached = choice(number);
    const auto estimate = std::max(estimate_, static_cast<std::size_t>(swaps + reached.bound));
    if (swaps >= reached.swaps || estimate >= waiting_.size()) return;
    reached.swaps = swaps;
    reached.waiting = true;
    waiting_[estimate].push_back(number);
  }

  void expand(int number) {
    if (!std::exchange(choice(number).waiting, false) || number == final_) return;
    if (choice(number).swap.to < 0) {
      const Branch swap = follow(number, Action::kSwap);
      const Branch shift = follow(number, Action::kShift);
      choice(number).swap = swap;
      choice(number).shift = shift;
    }
    const Choice expanded = choice(number);
    reach(expanded.swap.to, expanded.swaps + expanded.swap.swaps);
    reach(expanded.shift.to, expanded.swaps + expanded.shift.swaps);
  }

  Branch follow(int number, Action action) {
    table_.load(number, state_);
    state_.apply(action);
    const int swaps = advance(nullptr) + (action == Action::kSwap ? 1 : 0);
    return {number_of_state(), swaps};
  }

  /// Marks the states on shortest paths, from the final one backwards.
  void mark_shortest() {
    std::vector<std::vector<int>> before(choices_.size());
    for (int number = 0; number < static_cast<int>(choices_.size()); ++number) {
      if (choice(number).swap.to < 0) continue;
      for (const Branch& branch : {choice(number).swap, choice(number).shift}) {
        if (choice(number).swaps + branch.swaps == choice(branch.to).swaps) {
          before[static_cast<std::size_t>(branch.to)].push_back(number);
        }
      }
    }
    std::vector<int> marked{final_};
    choice(final_).on_shortest = true;
    for (std::size_t i = 0; i < marked.size(); ++i) {
      for (const int number : before[static_cast<std::size_t>(marked[i])]) {
        if (!std::exchange(choice(number).on_shortest, true)) marked.push_back(number);
      }
    }
  }

  bool is_shortest(int number, const Branch& branch) {
    return choice(branch.to).on_shortest &&
           choice(number).swaps + branch.swaps == choice(branch.to).swaps;
  }

  const SwapState& start_;
  SwapState state_;
  SwapTrial trial_;
  SwapBound bound_;
  std::size_t state_limit_;
  SwapStateTable table_;
  std::vector<Choice> choices_;
  /// The states by the estimated fewest swaps of a derivation through them.
  std::vector<std::vector<int>> waiting_;
  std::size_t estimate_ = 0;
  int final_ = -1;
};

}  // namespace

int count_swaps(std::span<const Action> derivation) {
  return static_cast<int>(std::count(derivation.begin(), derivation.end(), Action::kSwap));
}

MinimalDerivation minimal_derivation(const SwapState& start, std::size_t state_limit) {
  std::vector<Action> lazy = static_derivation(start, SwapTime::kLazy);
  const int most_swaps = count_swaps(lazy);
  if (most_swaps == 0) return {std::move(lazy), 0, true};
  ChoiceGraph graph(start, most_swaps, state_limit);
  if (!graph.search()) return {std::move(lazy), most_swaps, false};
  return graph.derivation();
}

}  // namespace panarc
