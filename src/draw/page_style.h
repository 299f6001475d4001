#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// The colours of all pages and drawings, and the rules that pages share.

namespace panarc {

enum class Theme : std::uint8_t { kLight, kDark };

/// CSS with the values of the colours `var(--name)` of a theme in place of their names, for what
/// does not know variables.
std::string with_colours(std::string_view css, Theme theme);

/// What the style of every page begins with: the colours of both themes, and the rules for what all
/// pages have.
std::string page_style();

}  // namespace panarc
