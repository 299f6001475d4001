#include "text/transcript.h"

namespace panarc {
namespace {

/// One letter in this many becomes a mark: about as many as in texts with vowel signs.
constexpr char32_t kLettersPerMark = 4;

}  // namespace

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
