#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "oracle/gold.h"
#include "oracle/swap_minimal.h"
#include "oracle/swap_state.h"
#include "oracle/swap_state_table.h"
#include "panarc/choices.h"
#include "transition/configuration.h"

namespace panarc {

/// Whether an annotation is a full tree that the system can build: the oracles apply to no other.
bool swap_oracles_apply(const Gold& gold, const SystemOptions& options);

/// Gives the transitions of an oracle on the way to one gold tree.
///
/// It accepts any configuration from which an ordered derivation can reach the gold tree, on the
/// oracle's own path or not. Queries reuse memory: a guide serves one thread. Only MINIMAL
/// searches, once per tree and again when led off its path.
class SwapGuide {
 public:
  /// Throws Error if the heads are not a full tree.
  SwapGuide(std::span<const Node> heads, SwapOracle oracle,
            std::size_t state_limit = kSwapStateLimit);

  /// The transitions of the oracle: one, or several for ND-SW and ND-ALL; none if the configuration
  /// is final.
  ActionSet permissible(const Configuration& c);

  /// False if a limit kept MINIMAL from being found; LAZY then stands in for it.
  [[nodiscard]] bool exact() const { return exact_; }

 private:
  ActionSet minimal_action();
  [[nodiscard]] std::optional<ActionSet> known_answer() const;

  SwapOracle oracle_;
  std::size_t state_limit_;
  /// Behind a pointer, so that a guide can be moved: the states refer to it.
  std::unique_ptr<const SwapTree> tree_;
  SwapState state_;
  SwapTrial trial_;
  bool exact_ = true;
  /// What is known to be permissible: in each state on the path of MINIMAL; and where other oracles
  /// took long to tell, since the hypotheses of a beam are often in the same states.
  SwapStateTable known_;
  std::vector<ActionSet> answers_;
};

/// The derivation of a tree. For the non-deterministic oracles, that of EAGER, their first in the
/// order LEFT, RIGHT, SWAP, SHIFT.
std::vector<Action> swap_derivation(std::span<const Node> heads, SwapOracle oracle);

}  // namespace panarc
