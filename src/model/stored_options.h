#pragma once

#include <map>
#include <string>
#include <string_view>

#include "model/spec.h"

namespace panarc {

/// The options section of a model file, as JSON.
struct StoredOptions {
  ModelOptions model;
  Label labels_under_root = 0;
  /// Numbers of the weights, by name.
  std::map<std::string, double> numbers;
};

std::string to_json(const StoredOptions& options);

/// Throws Error for options that are unknown, missing, or of the wrong type.
StoredOptions stored_options_from_json(std::string_view text);

}  // namespace panarc
