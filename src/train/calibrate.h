#pragma once

#include <optional>
#include <span>

#include "base/interruption.h"
#include "base/team.h"
#include "model/any_model.h"
#include "panarc/treebank.h"

namespace panarc {

/// Calibrates the evidence of a model's searches on sentences with known trees; nothing if there
/// are too few words, or if all or none of their arcs are right. Throws once the interruption is
/// over.
std::optional<Calibration> calibrate(const AnyModel& model, std::span<const Sentence> sentences,
                                     Team& team, const Interruption& interruption = kNeverOver);

}  // namespace panarc
