#include "text/char_class.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace panarc {
namespace {

/// Characters beyond ASCII that have a class of their own.
constexpr char32_t kOwnBeyondAscii[] = {
    U'\u00A1', U'\u00AB', U'\u00B0', U'\u00B7', U'\u00BB', U'\u00BF', U'\u2013', U'\u2014',
    U'\u2018', U'\u2019', U'\u201C', U'\u201D', U'\u201E', U'\u2022', U'\u2026', U'\u20AC',
    U'\u3001', U'\u3002', U'\u300C', U'\u300D', U'\u30FB', U'\uFF01', U'\uFF0C', U'\uFF1F'};

constexpr std::uint8_t kFirstBeyondAscii = static_cast<std::uint8_t>(CharClass::kOwn) + 32;
static_assert(kFirstBeyondAscii + std::size(kOwnBeyondAscii) <= kCharClasses);

CharClass class_of_letter(char32_t character) {
  UErrorCode status = U_ZERO_ERROR;
  switch (uscript_getScript(static_cast<UChar32>(character), &status)) {
    case USCRIPT_HAN:
      return CharClass::kHan;
    case USCRIPT_HIRAGANA:
      return CharClass::kHiragana;
    case USCRIPT_KATAKANA:
      return CharClass::kKatakana;
    case USCRIPT_HANGUL:
      return CharClass::kHangul;
    case USCRIPT_THAI:
    case USCRIPT_LAO:
    case USCRIPT_KHMER:
    case USCRIPT_MYANMAR:
      return CharClass::kSoutheastAsian;
    default:
      return CharClass::kLetter;
  }
}

/// The classes of Unicode's general categories, but for letters without case: see
/// class_of_letter().
constexpr auto kClassesOfCategories = [] {
  std::array<CharClass, U_CHAR_CATEGORY_COUNT> classes{};
  classes.fill(CharClass::kControl);
  classes[U_UPPERCASE_LETTER] = classes[U_TITLECASE_LETTER] = CharClass::kUpper;
  classes[U_LOWERCASE_LETTER] = CharClass::kLower;
  classes[U_MODIFIER_LETTER] = CharClass::kModifier;
  classes[U_DECIMAL_DIGIT_NUMBER] = CharClass::kDigit;
  classes[U_LETTER_NUMBER] = classes[U_OTHER_NUMBER] = CharClass::kNumber;
  classes[U_NON_SPACING_MARK] = classes[U_ENCLOSING_MARK] = classes[U_COMBINING_SPACING_MARK] =
      CharClass::kMark;
  classes[U_FORMAT_CHAR] = CharClass::kFormat;
  classes[U_CONNECTOR_PUNCTUATION] = CharClass::kConnector;
  classes[U_DASH_PUNCTUATION] = CharClass::kDash;
  classes[U_START_PUNCTUATION] = CharClass::kOpen;
  classes[U_END_PUNCTUATION] = CharClass::kClose;
  classes[U_INITIAL_PUNCTUATION] = CharClass::kInitialQuote;
  classes[U_FINAL_PUNCTUATION] = CharClass::kFinalQuote;
  classes[U_OTHER_PUNCTUATION] = CharClass::kOtherPunctuation;
  classes[U_MATH_SYMBOL] = CharClass::kMathSymbol;
  classes[U_CURRENCY_SYMBOL] = CharClass::kCurrencySymbol;
  classes[U_MODIFIER_SYMBOL] = CharClass::kModifierSymbol;
  classes[U_OTHER_SYMBOL] = CharClass::kOtherSymbol;
  return classes;
}();

CharClass find_class(char32_t character) {
  if (u_isUWhiteSpace(static_cast<UChar32>(character)) != 0) return CharClass::kSpace;
  if (character > 0x20 && character < 0x7F && u_isalnum(static_cast<UChar32>(character)) == 0) {
    // All 32 of them are in four runs between digits and letters.
    const unsigned before = character < 0x30   ? 0x21
                            : character < 0x41 ? 0x21 + 10
                            : character < 0x61 ? 0x21 + 10 + 26
                                               : 0x21 + 10 + 26 + 26;
    return static_cast<CharClass>(static_cast<unsigned>(CharClass::kOwn) + character - before);
  }
  const auto* const own = std::ranges::find(kOwnBeyondAscii, character);
  if (own != std::end(kOwnBeyondAscii)) {
    return static_cast<CharClass>(kFirstBeyondAscii + (own - std::begin(kOwnBeyondAscii)));
  }
  const int category = u_charType(static_cast<UChar32>(character));
  return category == U_OTHER_LETTER ? class_of_letter(character)
                                    : kClassesOfCategories[static_cast<std::size_t>(category)];
}

/// The properties of the characters that most texts consist of.
struct CommonCharacters {
  static constexpr char32_t kEnd = 0x2100;
  std::array<CharClass, kEnd> classes;
  std::array<char32_t, kEnd> lower;

  CommonCharacters() {
    for (char32_t c = 0; c < kEnd; ++c) {
      classes[c] = find_class(c);
      lower[c] = static_cast<char32_t>(u_tolower(static_cast<UChar32>(c)));
    }
  }
};

/// What a character is in the rules for grapheme clusters.
int cluster_break(char32_t character) {
  return u_getIntPropertyValue(static_cast<UChar32>(character), UCHAR_GRAPHEME_CLUSTER_BREAK);
}

const CommonCharacters& common_characters() {
  static const CommonCharacters common;
  return common;
}

}  // namespace

CharClass char_class(char32_t character) {
  if (character < CommonCharacters::kEnd) return common_characters().classes[character];
  return find_class(character);
}

bool is_white_space(char32_t character) { return char_class(character) == CharClass::kSpace; }

bool is_line_break(char32_t character) {
  constexpr char32_t kNextLine = 0x85;
  constexpr char32_t kLineSeparator = 0x2028;
  constexpr char32_t kParagraphSeparator = 0x2029;
  return (character >= U'\n' && character <= U'\r') || character == kNextLine ||
         character == kLineSeparator || character == kParagraphSeparator;
}

bool is_joined(char32_t before, bool before_joined, char32_t character) {
  constexpr char32_t kFirst = 0x300;
  constexpr char32_t kJoiner = 0x200D;
  if (before < kFirst && character < kFirst) return false;
  const auto is_after = [previous = cluster_break(before)](auto... breaks) {
    return ((previous == breaks) || ...);
  };
  switch (cluster_break(character)) {
    case U_GCB_CONTROL:
    case U_GCB_CR:
    case U_GCB_LF:
      return false;
    case U_GCB_EXTEND:
    case U_GCB_SPACING_MARK:
    case U_GCB_ZWJ:
      return !is_after(U_GCB_CONTROL);
    case U_GCB_REGIONAL_INDICATOR:
      return is_after(U_GCB_PREPEND) || (is_after(U_GCB_REGIONAL_INDICATOR) && !before_joined);
    case U_GCB_L:
    case U_GCB_LV:
    case U_GCB_LVT:
      return is_after(U_GCB_PREPEND, U_GCB_L);
    case U_GCB_V:
      return is_after(U_GCB_PREPEND, U_GCB_L, U_GCB_V, U_GCB_LV);
    case U_GCB_T:
      return is_after(U_GCB_PREPEND, U_GCB_V, U_GCB_LV, U_GCB_T, U_GCB_LVT);
    default:
      return is_after(U_GCB_PREPEND) ||
             (before == kJoiner && u_hasBinaryProperty(static_cast<UChar32>(character),
                                                       UCHAR_EXTENDED_PICTOGRAPHIC) != 0);
  }
}

char32_t to_lower(char32_t character) {
  if (character < CommonCharacters::kEnd) return common_characters().lower[character];
  return static_cast<char32_t>(u_tolower(static_cast<UChar32>(character)));
}

std::u32string to_lower(std::u32string text) {
  for (char32_t& character : text) character = to_lower(character);
  return text;
}

}  // namespace panarc
