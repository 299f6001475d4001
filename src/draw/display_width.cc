#include "draw/display_width.h"

#include <unicode/uchar.h>

#include "io/utf8.h"
#include "panarc/draw.h"

namespace panarc {

namespace {

// U+2068 and U+2069.
constexpr std::string_view kFirstStrongIsolate = "\xE2\x81\xA8";
constexpr std::string_view kPopIsolate = "\xE2\x81\xA9";
constexpr std::string_view kEllipsis = "…";

// Vowels and final consonants of Korean syllables written letter by letter join the consonant
// before them.
bool joins_syllable(UChar32 character) {
  const int type = u_getIntPropertyValue(character, UCHAR_HANGUL_SYLLABLE_TYPE);
  return type == U_HST_VOWEL_JAMO || type == U_HST_TRAILING_JAMO;
}

std::size_t character_width(UChar32 character) {
  constexpr UChar32 kSoftHyphen = 0xAD;  // a format character that terminals show
  switch (u_charType(character)) {
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
      return 0;
    case U_FORMAT_CHAR:
      return character == kSoftHyphen ? 1 : 0;
    default:
      break;
  }
  if (joins_syllable(character)) return 0;
  const int width = u_getIntPropertyValue(character, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

TextDirection direction_of(UChar32 character) {
  switch (u_charDirection(character)) {
    case U_LEFT_TO_RIGHT:
      return TextDirection::kLeftToRight;
    case U_RIGHT_TO_LEFT:
    case U_RIGHT_TO_LEFT_ARABIC:
      return TextDirection::kRightToLeft;
    default:
      return TextDirection::kNone;
  }
}

UChar32 take_code_point(std::string_view& text) {
  return static_cast<UChar32>(take_character(text));
}

bool has_right_to_left(std::string_view text) {
  while (!text.empty()) {
    if (direction_of(take_code_point(text)) == TextDirection::kRightToLeft) return true;
  }
  return false;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) width += character_width(take_code_point(text));
  return width;
}

double estimated_width(std::string_view text, double size, double letter) {
  return static_cast<double>(display_width(text)) * size * letter;
}

std::string cut_to_width(std::string_view text, std::size_t columns) {
  if (display_width(text) <= columns) return std::string(text);
  if (columns == 0) return {};
  std::string_view rest = text;
  std::size_t width = 0;
  while (!rest.empty()) {
    std::string_view after = rest;
    width += character_width(take_code_point(after));
    if (width >= columns) break;
    rest = after;
  }
  return std::string(text.substr(0, text.size() - rest.size())).append(kEllipsis);
}

TextDirection first_direction(std::string_view text) {
  while (!text.empty()) {
    const TextDirection direction = direction_of(take_code_point(text));
    if (direction != TextDirection::kNone) return direction;
  }
  return TextDirection::kNone;
}

std::string terminal_text(std::string_view text) {
  std::string shown = visible(text);
  if (!has_right_to_left(shown)) return shown;
  return shown.insert(0, kFirstStrongIsolate).append(kPopIsolate);
}

}  // namespace panarc
