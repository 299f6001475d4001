#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "panarc/io.h"

namespace panarc {

/// The offset of the first byte that is not part of well-formed UTF-8 (Unicode, table 3-7), or the
/// size of the text if there is none.
std::size_t find_invalid_utf8(std::string_view text);

/// Whether all of a text is well-formed UTF-8.
inline bool is_valid_utf8(std::string_view text) { return find_invalid_utf8(text) == text.size(); }

/// Whether all characters are ASCII.
bool is_ascii(std::string_view text);

/// Whether a byte continues a character.
constexpr bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Replaces bytes that are not a character: U+FFFD.
inline constexpr std::string_view kReplacementBytes = "\xEF\xBF\xBD";

/// Removes the first character from a non-empty text; if it is malformed, removes a byte, and
/// returns U+FFFD.
char32_t take_character(std::string_view& text);

/// The characters of a text; U+FFFD for each byte that is malformed.
std::u32string decode_utf8(std::string_view text);
/// Characters, which must not be surrogates, as text.
void append_utf8(std::string& text, char32_t character);
std::string encode_utf8(std::u32string_view characters);

/// Well-formed text in lower case, by Unicode's rules, independent of language.
std::string lower_case(std::string_view text);

/// The number of characters of well-formed text.
std::size_t count_characters(std::string_view text);

}  // namespace panarc
