#pragma once

#include <optional>
#include <span>

#include "base/interruption.h"
#include "base/team.h"
#include "model/model.h"
#include "panarc/train.h"

namespace panarc {

/// One model whose scorer adds up the scores of several models, which may differ only in their
/// training. If there is a development set, and the weighting is not equal, their factors are found
/// by trial. Throws Error if they cannot vote together.
Model combine_actions(std::span<const Model> members, std::span<const Sentence> dev,
                      std::optional<VoteWeighting> weighting, Team& team,
                      const Interruption& interruption);

}  // namespace panarc
