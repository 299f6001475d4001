#include "text/char_class.h"

#include <gtest/gtest.h>

#include <set>

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
}

TEST(CharClass, IsAlwaysOneThatTablesHave) {
  for (char32_t c = 0; c < 0x110000; ++c) {
    ASSERT_LT(static_cast<std::size_t>(char_class(c)), kCharClasses);
    ASSERT_EQ(to_lower(to_lower(c)), to_lower(c));
  }
}

}  // namespace
}  // namespace panarc
