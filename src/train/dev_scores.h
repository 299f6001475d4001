#pragma once

#include <span>

#include "base/team.h"
#include "model/any_model.h"
#include "panarc/evaluate.h"
#include "panarc/references.h"
#include "panarc/sentence.h"

namespace panarc {

/// The scores of a parser on sentences with known trees. Where a sentence has several references,
/// it is compared with the one that its parse comes nearest to; `choices` may be empty. If other
/// sentences have the right tags, it is compared with these.
Scores score_sentences(const AnyModel& model, std::span<const Sentence> sentences,
                       std::span<const TreeChoices> choices, Team& team,
                       std::span<const Sentence> right_tags = {});

}  // namespace panarc
