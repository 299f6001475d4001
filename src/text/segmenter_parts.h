#pragma once

#include <memory>
#include <string>

#include "panarc/text.h"
#include "text/boundary_model.h"
#include "text/split_model.h"

namespace panarc {

/// What a segmenter knows: what it has learnt, or the name of a language; or nothing, if white
/// space separates words.
struct Segmenter::Parts {
  std::shared_ptr<const BoundaryModel> boundaries;
  std::shared_ptr<const SplitModel> splits;
  std::string language;
  /// The report of the training: a JSON object; empty if there was none.
  std::string report;
};

}  // namespace panarc
