#pragma once

#include <span>
#include <vector>

#include "panarc/constraint.h"

namespace panarc {

/// A shorter sentence under the same constraints: words in a row that none of them mentions become
/// one word.
///
/// It has a tree that meets the constraints just if the whole sentence has one, and a projective
/// one just if the whole sentence has. For the words in a row can be merged, the head of all being
/// that of the highest in the tree; and one word can be replaced by several if the others are
/// attached to it. So this does not hold where the length of arcs is limited.
std::vector<KnownWord> contracted(std::span<const KnownWord> words,
                                  std::span<const Constraint> kept);

}  // namespace panarc
