#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "base/interruption.h"
#include "base/team.h"
#include "parse/tree_finder.h"

namespace panarc {

/// Calls `visit(parser, member, i)` for every non-empty sentence, in a thread of the team, whose
/// parser has read ahead. The sentences must not change meanwhile. Throws once the interruption is
/// over.
void parse_together(
    const AnyModel& model, std::span<const Sentence> sentences, Team& team,
    const std::function<void(TreeFinder& parser, std::size_t member, std::size_t i)>& visit,
    const Interruption& interruption = kNeverOver);

}  // namespace panarc
