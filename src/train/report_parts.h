#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "panarc/treebank.h"
#include "train/plan.h"

// What the training reports of different models have in common.

namespace panarc {

/// The name of a file without its directory.
std::string base_name(const std::string& path);

/// Where the training data comes from, and how much there is.
nlohmann::json training_json(std::span<const Sentence> training);
/// Where the development data comes from, and how much there is; it must not be empty.
nlohmann::json dev_json(std::span<const Sentence> dev);

/// The values of options that made the model what it is, by their names.
nlohmann::json options_json(const TrainingPlan& plan);

}  // namespace panarc
