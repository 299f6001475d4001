#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "panarc/train.h"
#include "panarc/treebank.h"
#include "tag/train_linear_tagger.h"

namespace panarc {

/// With fewer parts there would be nothing to learn from.
inline constexpr std::size_t kFewestParts = 2;

/// The default of jackknife_tags(): kJackknifeParts, or fewer if there are fewer sentences.
std::size_t default_parts(std::span<const Sentence> training);

/// Throws OptionError unless the sentences can be divided into this many parts.
void check_parts(std::span<const Sentence> training, std::size_t parts);

/// See jackknife_tags().
std::vector<Sentence> with_predicted_tags(std::span<const Sentence> training,
                                          const TaggerPlan& plan, std::size_t parts,
                                          const TrainProgress& progress = {});

}  // namespace panarc
