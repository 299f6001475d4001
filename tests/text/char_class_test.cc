#include "text/char_class.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <memory>
#include <set>
#include <vector>

namespace panarc {
namespace {

TEST(CharClass, OfCharactersThatTextsConsistOf) {
  EXPECT_EQ(char_class(U'A'), CharClass::kUpper);
  EXPECT_EQ(char_class(U'z'), CharClass::kLower);
  EXPECT_EQ(char_class(U'\u0130'), CharClass::kUpper);
  EXPECT_EQ(char_class(U'7'), CharClass::kDigit);
  EXPECT_EQ(char_class(U'\u05D0'), CharClass::kLetter);
  EXPECT_EQ(char_class(U'\u4E2D'), CharClass::kHan);
  EXPECT_EQ(char_class(U'\u0E01'), CharClass::kSoutheastAsian);
  EXPECT_EQ(char_class(U'\u0301'), CharClass::kMark);
  EXPECT_EQ(char_class(U'\0'), CharClass::kControl);
  EXPECT_EQ(char_class(U'\U0001F600'), CharClass::kOtherSymbol);
  for (const char32_t space : {U' ', U'\n', U'\v', U'\u00A0', U'\u2029', U'\u3000'}) {
    EXPECT_TRUE(is_white_space(space));
  }
  EXPECT_FALSE(is_white_space(U'\u200B'));
}

TEST(CharClass, EveryMarkOfAsciiHasItsOwn) {
  std::set<CharClass> classes;
  for (char32_t c = 0x21; c < 0x7F; ++c) {
    const CharClass cls = char_class(c);
    if (is_word_class(cls)) continue;
    EXPECT_GE(cls, CharClass::kOwn);
    EXPECT_TRUE(classes.insert(cls).second) << static_cast<unsigned>(c);
  }
  EXPECT_EQ(classes.size(), 32U);
}

TEST(CharClass, SomeCharactersBelongToTheOneBefore) {
  constexpr char32_t kFlagLetter = 0x1F1EB;
  EXPECT_TRUE(is_joined(U'e', false, 0x301));
  EXPECT_TRUE(is_joined(0x1F44D, false, 0x1F3FD));
  EXPECT_TRUE(is_joined(0x1F468, false, 0x200D));
  EXPECT_TRUE(is_joined(0x200D, true, 0x1F469));
  EXPECT_FALSE(is_joined(0x200D, true, U'a'));
  EXPECT_TRUE(is_joined(kFlagLetter, false, kFlagLetter));
  EXPECT_FALSE(is_joined(kFlagLetter, true, kFlagLetter)) << "the next flag";
  EXPECT_FALSE(is_joined(U'a', false, kFlagLetter));
  EXPECT_TRUE(is_joined(U'5', false, 0xE33)) << "a vowel of Thai";
  EXPECT_TRUE(is_joined(0x600, false, U'5')) << "a sign before numbers";
  EXPECT_TRUE(is_joined(0x1100, false, 0x1161)) << "parts of a syllable of Hangul";
  EXPECT_TRUE(is_joined(0xAC00, false, 0x11A8));
  EXPECT_FALSE(is_joined(0xAC00, false, 0xAC00));
}

/// What is_joined() says of all characters of a text, against ICU's rules.
RC_GTEST_PROP(CharClass, CharactersAreJoinedByTheRulesOfUnicode, ()) {
  const std::vector<char32_t> characters = *rc::gen::container<std::vector<char32_t>>(
      rc::gen::element<char32_t>(U'a', U'5', 0x301, 0x600, 0x903, 0xE33, 0x1100, 0x1161, 0x11A8,
                                 0xAC00, 0xAC01, 0x200D, 0x1F468, 0x1F3FD, 0x1F1EB, 0x200B));
  icu::UnicodeString text;
  for (const char32_t character : characters) text.append(static_cast<UChar32>(character));
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> clusters(
      icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), status));
  RC_ASSERT(U_SUCCESS(status));
  clusters->setText(text);
  bool before_joined = false;
  std::int32_t at = 0;
  for (std::size_t i = 1; i < characters.size(); ++i) {
    at = text.moveIndex32(at, 1);
    const bool joined = is_joined(characters[i - 1], before_joined, characters[i]);
    // An emoji after a joiner continues the one before; a letter before the joiner is none.
    const bool of_joiner = characters[i - 1] == 0x200D || characters[i] == 0x1F1EB;
    if (!of_joiner) RC_ASSERT(joined == !clusters->isBoundary(at));
    before_joined = joined;
  }
}

TEST(CharClass, IsAlwaysOneThatTablesHave) {
  for (char32_t c = 0; c < 0x110000; ++c) {
    ASSERT_LT(static_cast<std::size_t>(char_class(c)), kCharClasses);
    ASSERT_EQ(to_lower(to_lower(c)), to_lower(c));
  }
}

}  // namespace
}  // namespace panarc
