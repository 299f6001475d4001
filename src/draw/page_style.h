#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// The colours of all pages and drawings, and the rules that pages share.

namespace panarc {

enum class Theme : std::uint8_t { kLight, kDark };

/// CSS with the colours `var(--name)` replaced by their values in a theme, for programs that do not
/// support variables.
std::string with_colours(std::string_view css, Theme theme);

/// The beginning of the style of every page: the colours of both themes, and the common rules.
std::string page_style();

}  // namespace panarc
