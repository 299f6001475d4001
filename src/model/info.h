#pragma once

#include "model/model.h"
#include "panarc/model_info.h"

namespace panarc {

/// What can be said of a model in memory.
ModelInfo info_of(const Model& model);

}  // namespace panarc
