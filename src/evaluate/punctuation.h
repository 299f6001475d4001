#pragma once

#include <string_view>

namespace panarc {

/// Whether all characters of a form are in Unicode's punctuation categories. Symbols such as `$` or
/// `+` are not.
bool is_punctuation(std::string_view form);

}  // namespace panarc
