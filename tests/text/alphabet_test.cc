#include "text/alphabet.h"

#include <gtest/gtest.h>

#include <string>

#include "support/sample.h"

namespace panarc {
namespace {

/// Knows some letters, digits and marks.
const Alphabet& small_alphabet() {
  static const Alphabet alphabet([] {
    const std::u32string known = U"abcABC012().,?\"-$";
    return std::vector<char32_t>(known.begin(), known.end());
  }());
  return alphabet;
}

TEST(Alphabet, CharactersThatAreKnownAreWhatTheyAre) {
  for (const char32_t c : {U'a', U'?', U'0', U' ', U'\n', U'\u3000'}) {
    EXPECT_EQ(small_alphabet().sign(c).code, c);
    EXPECT_EQ(small_alphabet().sign(c).cls, char_class(c));
  }
  for (char32_t c = 0; c < 0x110000; ++c) {
    ASSERT_EQ(Alphabet::unlimited().sign(c).code, c);
    ASSERT_EQ(Alphabet::unlimited().sign(c).cls, char_class(c));
  }
}

TEST(Alphabet, OtherLettersAreAllOne) {
  const auto sign = [](char32_t c) { return small_alphabet().sign(c); };
  EXPECT_EQ(sign(U'z').code, sign(U'\u0436').code);
  EXPECT_NE(sign(U'z').code, sign(U'\u0416').code);
  EXPECT_EQ(sign(U'\u0416').cls, CharClass::kUpper);
  // Classes may be new, too: Thai, Han, Hangul and vowel signs are letters without case.
  for (const char32_t c : {U'\u05D0', U'\u0E01', U'\u4E2D', U'\uC548', U'\u0E31', U'\u02B0'}) {
    EXPECT_EQ(sign(c).cls, CharClass::kLetter);
    EXPECT_EQ(sign(c).code, sign(U'\u0628').code);
  }
  EXPECT_EQ(sign(U'\u0663').cls, CharClass::kDigit);
  EXPECT_EQ(sign(U'\u00BD').cls, CharClass::kDigit);
}

TEST(Alphabet, OtherPunctuationIsTakenForWhatIsUsedAlike) {
  const auto code = [](char32_t c) { return small_alphabet().sign(c).code; };
  EXPECT_EQ(code(U'\u060C'), U',');  // Arabic comma
  EXPECT_EQ(code(U'\u061F'), U'?');  // Arabic question mark
  EXPECT_EQ(code(U'\u3002'), U'?');  // ideographic full stop
  EXPECT_EQ(code(U'\u0964'), U'?');  // danda
  EXPECT_EQ(code(U'\u300C'), U'(');
  EXPECT_EQ(code(U'\u00BB'), U')');
  EXPECT_EQ(code(U'\u2013'), U'-');
  EXPECT_EQ(code(U'\u20AC'), U'$');
  // Where nothing like it is known, its class is.
  const Sign sign = Alphabet({U'a'}).sign(U'?');
  EXPECT_EQ(sign.cls, char_class(U'?'));
  EXPECT_GE(sign.code, 0x110000U);
}

TEST(Alphabet, OfATextHasWhatOccursTwice) {
  const Sentence::Word words[] = {{"ab"}, {"b!"}};
  const Sentence sentences[] = {Sentence::from_words(words)};
  const Alphabet alphabet = Alphabet::of(sentences);
  EXPECT_TRUE(alphabet.knows(U'b'));
  EXPECT_FALSE(alphabet.knows(U'a'));
  EXPECT_EQ(alphabet.known().size(), 1U);
}

TEST(Transcript, IsOfLettersThatAreNotKnown) {
  const std::u32string cyrillic = U"\u0430\u0431";
  const Alphabet russian({cyrillic.begin(), cyrillic.end()});
  for (const Alphabet* const alphabet : {&small_alphabet(), &russian}) {
    const auto transcripts = Transcript::unknown_to(*alphabet);
    ASSERT_EQ(transcripts.size(), 2U);
    for (const Transcript& transcript : transcripts) {
      for (char32_t c = 0; c < 0x3000; ++c) {
        const char32_t other = transcript.of(c, true);
        if (is_letter_class(char_class(c))) {
          ASSERT_TRUE(is_letter_class(char_class(other))) << static_cast<unsigned>(c);
          ASSERT_FALSE(alphabet->knows(other)) << static_cast<unsigned>(c);
        } else if (char_class(c) != CharClass::kDigit) {
          ASSERT_EQ(other, c);
        }
      }
    }
    EXPECT_EQ(char_class(transcripts[0].of(U'A', true)), CharClass::kUpper);
    EXPECT_EQ(to_lower(transcripts[0].of(U'A', true)), transcripts[0].of(U'a', true));
    EXPECT_EQ(char_class(transcripts[1].of(U'A', true)), CharClass::kLetter);
    EXPECT_EQ(char_class(transcripts[1].of(U'd', false)), CharClass::kMark);
    EXPECT_EQ(char_class(transcripts[1].of(U'7', false)), CharClass::kDigit);
  }
}

}  // namespace
}  // namespace panarc
