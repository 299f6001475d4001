#pragma once

#include <cstddef>
#include <vector>

#include "panarc/scheme.h"

namespace panarc {

/// Throws Error unless every word has a head.
void check_complete(const LabeledTree& tree);

/// Advances to the next combination of some choices, the first of which varies fastest. False after
/// the last one.
bool advance(const TreeChoices& all, const std::vector<std::size_t>& some,
             TreeChoices::Selection& selection);

}  // namespace panarc
