#include "text/alphabet.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "io/utf8.h"
#include "text/spaces.h"

namespace panarc {
namespace {

/// Codes of characters known only by their class; beyond all of Unicode.
constexpr char32_t kUnknown = 0x110000;

/// Punctuation that is used like the given character, most similar first.
std::u32string_view likes_of(char32_t character) {
  const auto code = static_cast<UChar32>(character);
  const auto is = [&](UProperty property) { return u_hasBinaryProperty(code, property) != 0; };
  constexpr char32_t kApostrophe = 0x2019;  // also a quotation mark, but that is rarer
  if (character == kApostrophe) return U"'\u201D\"";
  switch (u_charType(code)) {
    case U_START_PUNCTUATION:
    case U_INITIAL_PUNCTUATION:
      return U"(\u00AB\u201C\"";
    case U_END_PUNCTUATION:
    case U_FINAL_PUNCTUATION:
      return U")\u00BB\u201D\"";
    case U_DASH_PUNCTUATION:
      return U"-\u2013\u2014";
    case U_CURRENCY_SYMBOL:
      return U"$\u20AC%,";
    default:
      break;
  }
  // Unlike a full stop, the sentence terminators of other scripts do not mark abbreviations.
  if (is(UCHAR_S_TERM)) return U"?!.";
  if (is(UCHAR_QUOTATION_MARK)) return U"\"'";
  return is(UCHAR_TERMINAL_PUNCTUATION) ? U",;:" : U",;";
}

/// The most similar class.
CharClass nearest(CharClass cls) {
  if (cls == CharClass::kNumber) return CharClass::kDigit;
  return cls == CharClass::kFormat ? CharClass::kMark : CharClass::kLetter;
}

/// One letter in this many becomes a mark: about as many as in texts with vowel signs.
constexpr char32_t kLettersPerMark = 4;

}  // namespace

Alphabet::Alphabet() : knows_all_(true) { fill_table(); }

Alphabet::Alphabet(std::vector<char32_t> known) : known_(std::move(known)) {
  std::ranges::sort(known_);
  for (const char32_t character : known_) {
    seen_[static_cast<std::size_t>(char_class(character))] = true;
  }
  fill_table();
}

Alphabet Alphabet::of(std::span<const Sentence> sentences) {
  std::map<char32_t, std::size_t> counts;
  for (const Sentence& sentence : sentences) {
    for (const SurfaceToken& token : surface_tokens(sentence)) {
      for (std::string_view form = token.form; !form.empty();) ++counts[take_character(form)];
    }
  }
  std::vector<char32_t> known;
  for (const auto& [character, count] : counts) {
    if (count > 1) known.push_back(character);
  }
  return Alphabet(std::move(known));
}

const Alphabet& Alphabet::unlimited() {
  static const Alphabet alphabet;
  return alphabet;
}

void Alphabet::fill_table() {
  table_.reserve(kTable);
  for (char32_t character = 0; character < kTable; ++character) {
    table_.push_back(find_sign(character));
  }
}

bool Alphabet::knows(char32_t character) const {
  return knows_all_ || std::ranges::binary_search(known_, character);
}

Sign Alphabet::find_sign(char32_t character) const {
  const CharClass cls = char_class(character);
  if (is_space_class(cls) || knows(character)) return {character, cls};
  return sign_of_unknown(character);
}

Sign Alphabet::sign_of_unknown(char32_t character) const {
  CharClass cls = char_class(character);
  if (is_word_class(cls) || cls == CharClass::kFormat) {
    const bool has_case = cls == CharClass::kUpper || cls == CharClass::kLower;
    if (!has_case && cls != CharClass::kDigit && !seen_[static_cast<std::size_t>(cls)]) {
      cls = nearest(cls);
    }
  } else if (cls != CharClass::kControl && !seen_[static_cast<std::size_t>(cls)]) {
    for (const char32_t like : likes_of(character)) {
      if (knows(like)) return {like, char_class(like)};
    }
  }
  return {kUnknown + static_cast<char32_t>(cls), cls};
}

Transcript Transcript::first_unknown(const Alphabet& alphabet, const Script& one,
                                     const Script& another) {
  for (char32_t i = 0; i < one.letters; ++i) {
    if (alphabet.knows(one.lower + i)) return Transcript(another);
  }
  return Transcript(one);
}

std::vector<Transcript> Transcript::unknown_to(const Alphabet& alphabet) {
  constexpr Script kCyrillic{.upper = 0x410, .lower = 0x430, .letters = 32};
  constexpr Script kArmenian{.upper = 0x531, .lower = 0x561, .letters = 38};
  constexpr Script kHebrew{
      .lower = 0x5D0, .letters = 27, .mark = 0x5B0, .marks = 10, .digit = 0x660};
  constexpr Script kDevanagari{
      .lower = 0x905, .letters = 53, .mark = 0x941, .marks = 8, .digit = 0x966};
  return {first_unknown(alphabet, kCyrillic, kArmenian),
          first_unknown(alphabet, kHebrew, kDevanagari)};
}

char32_t Transcript::of(char32_t character, bool first) const {
  const CharClass cls = char_class(character);
  if (cls == CharClass::kDigit && script_.digit != 0) return script_.digit + character % 10;
  if (!is_letter_class(cls)) return character;
  const char32_t letter = to_lower(character);
  if (script_.mark != 0 && !first && letter % kLettersPerMark == 0) {
    return script_.mark + letter % script_.marks;
  }
  const bool upper = cls == CharClass::kUpper && script_.upper != 0;
  return (upper ? script_.upper : script_.lower) + letter % script_.letters;
}

}  // namespace panarc
