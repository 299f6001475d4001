#pragma once

#include <cstddef>
#include <optional>

#include "panarc/choices.h"
#include "panarc/strategy.h"

namespace panarc {

struct LossOptions {
  LossKind kind = LossKind::kPerceptron;
  /// The aggressiveness parameter C of passive-aggressive updates: no step is longer.
  double aggressiveness = 0.1;
  /// An update weighs as much as its negative derivation costs.
  bool cost_sensitive = false;
};

/// How the updates of a sentence are found, whatever the task.
struct SentenceTrainerOptions {
  Strategy strategy;
  LossOptions loss;
  std::size_t beam = 8;

  /// How many hypotheses the search of a sentence has.
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
