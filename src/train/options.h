#pragma once

#include <cstddef>
#include <optional>

#include "panarc/choices.h"
#include "panarc/options.h"

namespace panarc {

struct LossOptions {
  LossKind kind = LossKind::kPerceptron;
  /// The aggressiveness parameter C of passive-aggressive updates: the maximum step length.
  double aggressiveness = 0.1;
  /// Scale an update by the cost of its negative derivation.
  bool cost_sensitive = false;
};

/// How the updates from a sentence are found, for any task.
struct SentenceTrainerOptions {
  Strategy strategy;
  LossOptions loss;
  std::size_t beam = 8;

  /// The beam width for training.
  [[nodiscard]] std::size_t width() const { return strategy.greedy ? 1 : beam; }
};

/// Which transitions are correct.
struct GuideOptions {
  Strategy::Reference reference = Strategy::Reference::kDynamic;
  CostMethod cost = CostMethod::kExact;
  /// For systems that reorder: one of Björkelund & Nivre's oracles instead of exact costs.
  std::optional<SwapOracle> swap_oracle;
};

}  // namespace panarc
