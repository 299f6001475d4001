#pragma once

#include <memory>
#include <string>

#include "text/boundary_finder.h"

namespace panarc {

/// The BCP 47 tag of a language, which may be written like a locale (`pt_BR`). Throws Error if
/// there is no such language.
std::string checked_language(const std::string& language);

/// Uses Unicode's rules for words and sentences (UAX #29), as ICU implements them for a language,
/// which must be a result of checked_language().
std::unique_ptr<BoundaryFinder> rule_finder(const std::string& language);

}  // namespace panarc
