#pragma once

#include "extend/registry.h"
#include "panarc/extend.h"

namespace panarc {

Registry<UserFeatures>& user_features();

}  // namespace panarc
