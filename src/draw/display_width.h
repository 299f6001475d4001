#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace panarc {

/// The number of terminal columns of a text: two for wide characters (East Asian ones, emoji), none
/// for combining marks and invisible characters.
std::size_t display_width(std::string_view text);

// The width of a terminal column in proportional fonts, relative to the text size: letters are
// about half as wide as high, and capitals two thirds.
inline constexpr double kLetterWidth = 0.58;
inline constexpr double kCapitalWidth = 0.72;

/// The approximate width of a text of some size, since the fonts are unknown.
double estimated_width(std::string_view text, double size, double letter = kLetterWidth);

/// The beginning of a text that fits into some columns; an ellipsis replaces the rest.
std::string cut_to_width(std::string_view text, std::size_t columns);

enum class TextDirection : std::uint8_t { kNone, kLeftToRight, kRightToLeft };

/// The direction of the first character that has one.
TextDirection first_direction(std::string_view text);

}  // namespace panarc
