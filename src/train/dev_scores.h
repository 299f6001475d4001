#pragma once

#include <span>

#include "base/interruption.h"
#include "base/team.h"
#include "model/any_model.h"
#include "panarc/evaluate.h"
#include "panarc/scheme.h"
#include "panarc/treebank.h"

namespace panarc {

/// The scores of a parser on sentences with known trees. A sentence with several references is
/// compared with the one nearest to its parse; `choices` may be empty. If `right_tags` is given, it
/// has the gold tags. Throws once the interruption is over.
Scores score_sentences(const AnyModel& model, std::span<const Sentence> sentences,
                       std::span<const TreeChoices> choices, Team& team,
                       const Interruption& interruption, std::span<const Sentence> right_tags = {});

}  // namespace panarc
