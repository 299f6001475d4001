#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "panarc/choices.h"
#include "panarc/sentence.h"

namespace panarc {

/// What a model is: all that can be said of it without its weights.
struct ModelInfo {
  std::string system;
  RootPosition root = RootPosition::kLast;
  bool single_root = false;
  int span = 0;  ///< the longest arc of a span system; 0 is no limit
  LabelMode label_mode = LabelMode::kJoint;
  std::size_t beam = 1;
  bool delexicalized = false;
  std::optional<PseudoProjective> pseudo_projective;

  std::vector<std::string> labels;
  std::vector<std::string> templates;
  /// The columns that it looks at: without them it parses badly.
  std::vector<Field> columns;
  std::size_t classes = 0;   ///< that its scorer gives scores to
  std::size_t features = 0;  ///< that have weights

  /// What was said of the training when it was made: a JSON object, or `null`.
  std::string report;

  // Of the file; nothing if there is none.
  std::uint32_t format_version = 0;
  std::vector<std::pair<std::string, std::size_t>> sections;  ///< with their sizes in bytes
  std::size_t bytes = 0;
};

/// Reads a model, once, from the first byte to the last; `-` is standard input. Throws Error if it
/// is not one that can be used.
ModelInfo read_model_info(const std::string& path);

/// Whether a file begins like a model or a checkpoint of this library. False if it cannot be read.
bool is_model_file(const std::string& path);

}  // namespace panarc
