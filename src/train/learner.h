#pragma once

#include <cstdint>
#include <vector>

#include "scorer/linear/training_table.h"

namespace panarc {

/// How large an update is.
enum class Learner : std::uint8_t {
  kPerceptron,         ///< the difference of the features (Collins 2002)
  kPassiveAggressive,  ///< so much that the positive wins by a margin (Crammer et al. 2006, PA-I)
};

struct LearnerOptions {
  Learner learner = Learner::kPerceptron;
  /// The aggressiveness parameter C of passive-aggressive updates.
  double aggressiveness = 0.1;
};

/// Scales the changes from `first` on, which are the features of a positive less those of a
/// negative derivation, where the negative's score exceeds the positive's by `gap`. Passive-
/// aggressive updates need their norm; so changes of the same weight are added up first.
void scale_changes(const LearnerOptions& options, double gap, std::size_t first,
                   std::vector<WeightChange>& changes);

}  // namespace panarc
