#pragma once

#include <string_view>

namespace panarc {

/// The version of the library, e.g. "0.2.0".
std::string_view version();

}  // namespace panarc
