#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace panarc {

/// How many columns of a terminal a text takes: two for wide characters (East Asian ones, emoji),
/// none for combining marks and for what is not seen.
std::size_t display_width(std::string_view text);

// The width of a column of a terminal where letters have widths of their own, in parts of the size
// of the text: letters are about half as wide as high, and capitals two thirds.
inline constexpr double kLetterWidth = 0.58;
inline constexpr double kCapitalWidth = 0.72;

/// How wide a text of some size is about, since nobody knows the fonts.
double estimated_width(std::string_view text, double size, double letter = kLetterWidth);

/// The beginning of a text that fits into some columns; what is cut off leaves an ellipsis.
std::string cut_to_width(std::string_view text, std::size_t columns);

enum class TextDirection : std::uint8_t { kNone, kLeftToRight, kRightToLeft };

/// The direction of the first character that has one.
TextDirection first_direction(std::string_view text);

/// A text that can stand in a line of a terminal: control characters are written as `\xNN`, and
/// what is written from right to left is isolated, so that the rest of the line stays in its place.
std::string terminal_text(std::string_view text);

}  // namespace panarc
