#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace panarc {

/// "; did you mean ...?" with the known name most like a word; empty if none is like it.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

}  // namespace panarc
