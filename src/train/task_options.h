#pragma once

#include <cstdint>

#include "panarc/train.h"

namespace panarc {

/// What can be trained besides parsers.
enum class OtherTask : std::uint8_t { kLinearTagger, kNetworkTagger, kSegmenter };

/// The options that mean the same for all that is trained for one model, from the same data.
TrainOptions common_options(const TrainOptions& options);

/// Throws OptionError if an option is given that means nothing for a task.
void refuse_options_of_others(const TrainOptions& options, OtherTask task);

}  // namespace panarc
