#pragma once

#include <nlohmann/json.hpp>

#include "model/spec.h"

namespace panarc {

// As the model file has them; found by nlohmann::json.
void to_json(nlohmann::json& json, const ModelOptions& options);
/// Throws nlohmann::json::exception where something is missing or of the wrong type.
void from_json(const nlohmann::json& json, ModelOptions& options);

}  // namespace panarc
