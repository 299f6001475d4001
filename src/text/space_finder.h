#pragma once

#include <memory>

#include "text/boundary_finder.h"

namespace panarc {

/// Tokens are what is between white space. It finds no ends of sentences.
std::unique_ptr<BoundaryFinder> space_finder();

/// The tokens that another finds, as one sentence, unless that would become too long: see
/// BoundaryTask.
std::unique_ptr<BoundaryFinder> as_one_sentence(std::unique_ptr<BoundaryFinder> tokens);

}  // namespace panarc
