#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace panarc {

/// The kind of a character, for deciding where tokens end. Punctuation that each language treats in
/// its own way has classes of its own, from kOwn on: all of ASCII, and other common marks.
enum class CharClass : std::uint8_t {
  kOutside,  ///< before or after the text
  kSpace,
  kLineBreak,  ///< white space with a line break in it
  kUpper,
  kLower,
  kModifier,
  kLetter,  ///< of a script without case
  kHan,
  kHiragana,
  kKatakana,
  kHangul,
  kSoutheastAsian,  ///< of scripts written without spaces
  kDigit,
  kNumber,
  kMark,
  kFormat,
  kControl,
  kConnector,
  kDash,
  kOpen,
  kClose,
  kInitialQuote,
  kFinalQuote,
  kOtherPunctuation,
  kMathSymbol,
  kCurrencySymbol,
  kModifierSymbol,
  kOtherSymbol,
  kOwn = 32,
};
/// The number of classes; a power of two, so that any byte can be turned into one.
inline constexpr std::size_t kCharClasses = 128;

/// The class of a character. For white space, which depends on its run, this is kSpace.
CharClass char_class(char32_t character);

/// White space according to Unicode; all of it can separate tokens.
bool is_white_space(char32_t character);
/// White space that ends a line (UAX #14).
bool is_line_break(char32_t character);

/// Whether a character belongs to the one before it, like an accent or the second letter of a flag,
/// so that no word begins with it: grapheme clusters by UAX #29. `before_joined` says the same of
/// the one before. Neither is white space.
bool is_joined(char32_t before, bool before_joined, char32_t character);

/// Unicode's simple mapping, from one character to one.
char32_t to_lower(char32_t character);
/// Each character by itself, so that the length stays the same.
std::u32string to_lower(std::u32string text);

/// Whether the character can form a word by itself: a letter, a number or a mark.
constexpr bool is_word_class(CharClass cls) {
  return cls >= CharClass::kUpper && cls <= CharClass::kMark;
}

/// Whether characters of a class are letters, or parts of letters.
constexpr bool is_letter_class(CharClass cls) {
  return is_word_class(cls) && cls != CharClass::kDigit && cls != CharClass::kNumber;
}

constexpr bool is_space_class(CharClass cls) {
  return cls == CharClass::kSpace || cls == CharClass::kLineBreak;
}

}  // namespace panarc
