#include "oracle/swap_oracle.h"

#include <cstdint>
#include <utility>

namespace panarc {

namespace {

/// What takes more steps than this times the number of words is remembered.
constexpr std::uint64_t kLongWork = 4;
/// Size of what is remembered, in states times words.
constexpr std::size_t kMostKept = 1U << 22U;

}  // namespace

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
  const MinimalDerivation minimal = minimal_derivation(state_, state_limit_);
  exact_ = minimal.exact;
  for (const Action action : minimal.actions) {
    known_.intern(state_);
    answers_.push_back({action});
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
  if (const auto known = known_answer()) return *known;
  const std::uint64_t work_before = trial_.work;
  const bool few = oracle_ == SwapOracle::kNdSw;
  const ActionSet answer =
      oracle_ == SwapOracle::kLazy
          ? lazy_action(state_, trial_)
          : panarc::permissible(state_, few ? SwapAmbiguity::kShiftSwap : SwapAmbiguity::kAll,
                                trial_);
  const auto words = static_cast<std::size_t>(tree_->words());
  if (trial_.work - work_before > kLongWork * words) {
    if ((answers_.size() + 1) * words > kMostKept) {
      known_ = {};
      answers_.clear();
    }
    known_.intern(state_);
    answers_.push_back(answer);
  }
  return answer;
}

/// In the present state.
std::optional<ActionSet> SwapGuide::known_answer() const {
  if (answers_.empty()) return std::nullopt;
  // A derivation never returns to a state, so states have the numbers of their answers.
  const int number = known_.find(state_);
  if (number < 0) return std::nullopt;
  return answers_[static_cast<std::size_t>(number)];
}

ActionSet SwapGuide::minimal_action() {
  if (state_.is_final()) return {};
  if (const auto known = known_answer()) return *known;
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
