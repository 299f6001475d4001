#pragma once

#include <cstddef>
#include <cstdint>

namespace panarc {

/// What kind of character one is, for deciding where tokens end. Punctuation that languages treat
/// each in its own way has classes of its own, from kOwn on: all of ASCII, and what is as common.
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
  kSoutheastAsian,  ///< of scripts that are written without spaces
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
/// Their number; a power of two, so that any byte can be made one.
inline constexpr std::size_t kCharClasses = 128;

/// What the classes of white space depend on is its run: here it is kSpace.
CharClass char_class(char32_t character);

/// White space by Unicode; all of it can stand between tokens.
bool is_white_space(char32_t character);

/// Whether a character belongs to the one before it, as an accent does, or the second letter of a
/// flag: no word begins with it (UAX #29). `before_joined` says the same of the one before.
bool is_joined(char32_t before, bool before_joined, char32_t character);

/// The simple mapping of Unicode, from one character to one.
char32_t to_lower(char32_t character);

/// Whether a character can be part of a word by itself: a letter, a number or a mark.
constexpr bool is_word_class(CharClass cls) {
  return cls >= CharClass::kUpper && cls <= CharClass::kMark;
}

/// Whether it is a letter, or a part of one.
constexpr bool is_letter_class(CharClass cls) {
  return is_word_class(cls) && cls != CharClass::kDigit && cls != CharClass::kNumber;
}

constexpr bool is_space_class(CharClass cls) {
  return cls == CharClass::kSpace || cls == CharClass::kLineBreak;
}

}  // namespace panarc
