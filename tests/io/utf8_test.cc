#include "io/utf8.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace panarc {
namespace {

// The scalar values of Unicode, encoded by the book.
std::string encode(unsigned code) {
  const auto byte = [](unsigned value) { return static_cast<char>(value); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0 | (code >> 6)), byte(0x80 | (code & 0x3F))};
  if (code < 0x10000) {
    return {byte(0xE0 | (code >> 12)), byte(0x80 | ((code >> 6) & 0x3F)),
            byte(0x80 | (code & 0x3F))};
  }
  return {byte(0xF0 | (code >> 18)), byte(0x80 | ((code >> 12) & 0x3F)),
          byte(0x80 | ((code >> 6) & 0x3F)), byte(0x80 | (code & 0x3F))};
}

TEST(Utf8, AcceptsEveryCharacterAndNoSurrogate) {
  for (unsigned code = 0; code <= 0x110010; ++code) {
    const bool character = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    const std::string text = encode(code);
    ASSERT_EQ(find_invalid_utf8(text) == text.size(), character) << std::hex << code;
    ASSERT_TRUE(!character || count_characters(text) == 1);
    std::string_view rest = text;
    ASSERT_EQ(take_character(rest), character ? code : 0xFFFD) << std::hex << code;
    ASSERT_EQ(rest.size(), character ? 0 : text.size() - 1);
  }
}

TEST(Utf8, AcceptsExactlyTheSequencesOfTheStandard) {
  // All two-byte sequences; a byte is valid alone if it is ASCII.
  for (unsigned first = 0; first < 256; ++first) {
    for (unsigned second = 0; second < 256; ++second) {
      const std::string text{static_cast<char>(first), static_cast<char>(second)};
      const bool ascii = first < 0x80 && second < 0x80;
      const bool pair = first >= 0xC2 && first <= 0xDF && second >= 0x80 && second <= 0xBF;
      ASSERT_EQ(find_invalid_utf8(text) == 2, ascii || pair) << first << ' ' << second;
    }
  }
  EXPECT_EQ(find_invalid_utf8("\xE0\x80\x80"), 0U);
  EXPECT_EQ(find_invalid_utf8("\xF0\x80\x80\x80"), 0U);
  EXPECT_EQ(find_invalid_utf8("\xE2\x82"), 0U);
}

TEST(Utf8, FindsTheOffsetWhereverItStands) {
  for (std::size_t size = 1; size < 70; ++size) {
    for (std::size_t bad = 0; bad < size; ++bad) {
      std::string text(size, 'a');
      text[bad] = '\xFF';
      ASSERT_EQ(find_invalid_utf8(text), bad);
      text[bad] = '\xC3';
      if (bad + 1 < size) {
        text[bad + 1] = '\xA9';
        ASSERT_EQ(find_invalid_utf8(text), size);
      } else {
        ASSERT_EQ(find_invalid_utf8(text), bad);
      }
    }
  }
}

/// Where a text stops being well-formed, character by character.
std::size_t first_bad_byte(std::string_view text) {
  constexpr char32_t kReplacement = 0xFFFD;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t before = rest.size();
    if (take_character(rest) == kReplacement && before - rest.size() == 1) {
      return text.size() - before;
    }
  }
  return text.size();
}

TEST(Utf8, FindsTheOffsetAmongCharactersOfAllLengths) {
  std::mt19937 random(1);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  for (int i = 0; i < 20000; ++i) {
    // Mostly of one length, as texts of one language are.
    const unsigned usual = below(4);
    std::string text;
    for (unsigned size = below(40); size > 0; --size) {
      constexpr unsigned kFirst[] = {0, 0x80, 0x800, 0x10000};
      constexpr unsigned kEnd[] = {0x80, 0x800, 0xD800, 0x110000};
      const unsigned length = below(8) == 0 ? below(4) : usual;
      text += encode(kFirst[length] + below(kEnd[length] - kFirst[length]));
    }
    ASSERT_EQ(find_invalid_utf8(text), text.size());
    for (int change = 0; change < 4 && !text.empty(); ++change) {
      std::string changed = text;
      const std::size_t at = random() % text.size();
      if (below(2) == 0) {
        changed[at] = static_cast<char>(below(256));
      } else {
        changed.erase(at, 1);
      }
      ASSERT_EQ(find_invalid_utf8(changed), first_bad_byte(changed)) << i;
    }
  }
}

TEST(Utf8, TellsValidTextFromOther) {
  EXPECT_TRUE(is_valid_utf8(""));
  EXPECT_TRUE(is_valid_utf8("nsubj:pass"));
  EXPECT_TRUE(is_valid_utf8("dépendance"));
  EXPECT_FALSE(is_valid_utf8("d\xE9pendance"));
  EXPECT_FALSE(is_valid_utf8("cut short \xC3"));
}

TEST(Utf8, QuotesWhatATerminalCanShow) {
  EXPECT_EQ(in_quotes("naïve 水 🙂"), "\"naïve 水 🙂\"");
  EXPECT_EQ(in_quotes(std::string_view("a\0b", 3)), "\"a\\x00b\"");
  EXPECT_EQ(in_quotes("\x1B[31mred\x7F"), "\"\\x1B[31mred\\x7F\"");
  EXPECT_EQ(in_quotes("\xC2\x9B"), "\"\\xC2\\x9B\"");
  EXPECT_EQ(in_quotes("caf\xE9"), "\"caf\\xE9\"");
}

TEST(Utf8, QuotesLongTextInPart) {
  const std::string most(60, 'x');
  EXPECT_EQ(panarc::in_quotes(most), '"' + most + '"');
  EXPECT_EQ(panarc::in_quotes(most + 'x'), '"' + most + "...\"");
  // No character is cut in two.
  const std::string less(59, 'x');
  EXPECT_EQ(panarc::in_quotes(less + "é"), '"' + less + "...\"");
}

}  // namespace
}  // namespace panarc
