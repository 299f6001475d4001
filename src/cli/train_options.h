#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/train_arguments.h"
#include "train/trainer.h"

namespace panarc::cli {

/// What a training does, from what was said on the command line and the defaults for the rest.
/// Throws CLI::ValidationError for what makes no sense together.
TrainOptions train_options(const TrainArguments& arguments);

/// Whether sentences must have a head for every word.
bool needs_complete_trees(const TrainOptions& options);

/// The name of built-in templates, or of the file they come from without its directory; "" if
/// neither is known.
std::string features_name(const TrainArguments& arguments, const TrainOptions& options);

/// The options that the outcome depends on, by their names on the command line.
nlohmann::json to_json(const TrainOptions& options);

}  // namespace panarc::cli
