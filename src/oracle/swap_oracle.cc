#include "oracle/swap_oracle.h"

#include <utility>

namespace panarc {

bool swap_oracles_apply(const Gold& gold, const SystemOptions& options) {
  return gold.is_tree() && (!options.single_root || gold.only_root() != kNoHead);
}

SwapGuide::SwapGuide(std::span<const Node> heads, SwapOracle oracle, std::size_t state_limit)
    : oracle_(oracle),
      state_limit_(state_limit),
      tree_(std::make_unique<const SwapTree>(heads)),
      state_(*tree_),
      trial_(*tree_) {
  if (oracle_ != SwapOracle::kMinimal) return;
  MinimalDerivation minimal = minimal_derivation(state_, state_limit_);
  exact_ = minimal.exact;
  actions_ = std::move(minimal.actions);
  for (const Action action : actions_) {
    path_.intern(state_);
    state_.apply(action);
  }
}

ActionSet SwapGuide::permissible(const Configuration& c) {
  // Copying the state takes time in proportion to the sentence, and so may trying to shift.
  if (oracle_ != SwapOracle::kMinimal) {
    const ActionSet eager = tree_->eager_action(c);
    const bool has_choice = !c.buffer_empty() && !eager.contains(Action::kShift);
    if (oracle_ == SwapOracle::kEager || !has_choice) return eager;
  }
  state_.assign(c);
  if (oracle_ == SwapOracle::kMinimal) return minimal_action();
  if (oracle_ == SwapOracle::kLazy) return lazy_action(state_, trial_);
  const bool few = oracle_ == SwapOracle::kNdSw;
  return panarc::permissible(state_, few ? SwapAmbiguity::kShiftSwap : SwapAmbiguity::kAll, trial_);
}

ActionSet SwapGuide::minimal_action() {
  if (state_.is_final()) return {};
  // A derivation never returns to a state, so states have the numbers of their transitions.
  if (const int step = path_.find(state_); step >= 0) {
    return {actions_[static_cast<std::size_t>(step)]};
  }
  // A search that was given up would be given up again.
  if (!exact_) return lazy_action(state_, trial_);
  const MinimalDerivation rest = minimal_derivation(state_, state_limit_);
  exact_ = rest.exact;
  return rest.actions.empty() ? ActionSet{} : ActionSet{rest.actions.front()};
}

std::vector<Action> swap_derivation(std::span<const Node> heads, SwapOracle oracle) {
  const SwapTree tree(heads);
  const SwapState start(tree);
  if (oracle == SwapOracle::kMinimal) return minimal_derivation(start).actions;
  return static_derivation(start, oracle == SwapOracle::kLazy ? SwapTime::kLazy : SwapTime::kEager);
}

}  // namespace panarc
