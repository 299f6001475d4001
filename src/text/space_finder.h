#pragma once

#include <memory>

#include "text/boundary_finder.h"

namespace panarc {

/// Tokens are what is between white space. Finds no ends of sentences.
std::unique_ptr<BoundaryFinder> space_finder();

/// Makes one sentence of the tokens that another finder finds, unless it gets too long: see
/// BoundaryTask.
std::unique_ptr<BoundaryFinder> as_one_sentence(std::unique_ptr<BoundaryFinder> tokens);

}  // namespace panarc
