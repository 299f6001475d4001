#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace panarc {

/// The offset of the first byte that is not part of well-formed UTF-8 (Unicode, table 3-7), or the
/// size of the text if there is none.
std::size_t find_invalid_utf8(std::string_view text);

/// Whether all of a text is well-formed UTF-8.
inline bool is_valid_utf8(std::string_view text) { return find_invalid_utf8(text) == text.size(); }

/// Whether all characters are those of ASCII.
bool is_ascii(std::string_view text);

/// Whether a byte goes on with a character that began before it.
constexpr bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// What stands for bytes that are no character: U+FFFD.
inline constexpr std::string_view kReplacementBytes = "\xEF\xBF\xBD";

/// Takes the first character off a text that is not empty; where it is not well-formed, a byte, for
/// which U+FFFD stands.
char32_t take_character(std::string_view& text);

/// A text in which what a terminal would obey or could not show, control characters and bytes that
/// are not UTF-8, is written as `\xNN`.
std::string visible(std::string_view text);

/// A visible text in quotation marks, for messages; of a long one only the first characters.
std::string in_quotes(std::string_view text);

/// Well-formed text in lower case, by the rules of Unicode, which are those of no language.
std::string lower_case(std::string_view text);

/// The number of characters of well-formed text.
std::size_t count_characters(std::string_view text);

}  // namespace panarc
