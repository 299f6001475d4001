#pragma once

#include <string>
#include <string_view>

namespace panarc {

/// A text escaped for XML, in an element as well as in an attribute. Characters that XML does not
/// allow are made visible.
std::string xml_text(std::string_view text);

}  // namespace panarc
