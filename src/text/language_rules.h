#pragma once

#include <memory>
#include <string>

#include "text/boundary_finder.h"

namespace panarc {

/// The BCP 47 tag of a language, which may be written like a locale (`pt_BR`). Throws Error if it
/// has no such language.
std::string checked_language(const std::string& language);

/// By the rules of Unicode for words and sentences (UAX #29), as ICU has them for a language,
/// which is a tag that was checked.
std::unique_ptr<BoundaryFinder> rule_finder(const std::string& language);

}  // namespace panarc
