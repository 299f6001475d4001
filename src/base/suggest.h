#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace panarc {

/// "; did you mean ...?" with the known name that is most like a word, or nothing if none is.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

}  // namespace panarc
