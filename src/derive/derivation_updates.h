#pragma once

#include <vector>

#include "derive/derivation_parts.h"

namespace panarc {

/// See Derivation::updates().
std::vector<DerivationUpdate> updates_of(const DerivationParts& parts,
                                         const UpdateOptions& options);

}  // namespace panarc
