#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "oracle/oracle.h"
#include "oracle/swap_oracle.h"
#include "train/strategy.h"

namespace panarc {

/// What training makes small. A loss turns what a search has found into coefficients of scores.
enum class LossKind : std::uint8_t {
  kPerceptron,  ///< by how much the wrong derivation won (Collins 2002)
  /// The same and a margin, in steps of a length that fits (Crammer et al. 2006, PA-I).
  kPassiveAggressive,
};

struct LossOptions {
  LossKind kind = LossKind::kPerceptron;
  /// The aggressiveness parameter C of passive-aggressive updates: no step is longer.
  double aggressiveness = 0.1;
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
