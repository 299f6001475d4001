#pragma once

#include <memory>

#include "model/any_model.h"
#include "panarc/parser.h"

namespace panarc {

/// A description of a model in memory.
ModelInfo info_of(const Model& model);
ModelInfo info_of(const Ensemble& ensemble);
ModelInfo info_of(const AnyModel& model);
/// A description of a parser in a file.
ModelInfo read_model_info(const std::shared_ptr<const ModelFile>& file);

}  // namespace panarc
