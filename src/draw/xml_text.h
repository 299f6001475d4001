#pragma once

#include <string>
#include <string_view>

namespace panarc {

/// A text as it can stand in XML, in an element as well as in an attribute. What XML has no way to
/// write is made visible.
std::string xml_text(std::string_view text);

}  // namespace panarc
