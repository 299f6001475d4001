#include "draw/display_width.h"

#include <gtest/gtest.h>

#include <string>

namespace panarc {
namespace {

// U+2068 and U+2069 as bytes, so that editors show this file as it is.
const std::string kIsolate = "\xE2\x81\xA8";
const std::string kEndOfIsolate = "\xE2\x81\xA9";

TEST(DisplayWidth, CountsColumnsOfATerminal) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("word"), 4U);
  EXPECT_EQ(display_width("naïve"), 5U);
  EXPECT_EQ(display_width("東京"), 4U);
  EXPECT_EQ(display_width("한국"), 4U);
  EXPECT_EQ(display_width("Ａ"), 2U) << "full width";
  EXPECT_EQ(display_width("😀"), 2U);
  EXPECT_EQ(display_width("e\u0301"), 1U) << "combining accent";
  EXPECT_EQ(display_width("שָׁלוֹם"), 4U) << "points of Hebrew";
  EXPECT_EQ(display_width("a\u200Db"), 2U) << "joiner";
  EXPECT_EQ(display_width("\u1112\u1161\u11AB"), 2U) << "a syllable letter by letter";
}

TEST(DisplayWidth, CutsWhereTheColumnsEnd) {
  EXPECT_EQ(cut_to_width("short", 5), "short");
  EXPECT_EQ(cut_to_width("longer", 5), "long…");
  EXPECT_EQ(cut_to_width("東京都", 5), "東京…");
  EXPECT_EQ(cut_to_width("東京都", 4), "東…") << "half a character does not fit";
  EXPECT_EQ(cut_to_width("word", 1), "…");
  EXPECT_EQ(cut_to_width("word", 0), "");
}

TEST(DisplayWidth, KnowsDirections) {
  EXPECT_EQ(first_direction("word"), TextDirection::kLeftToRight);
  EXPECT_EQ(first_direction("(שלום"), TextDirection::kRightToLeft);
  EXPECT_EQ(first_direction("كتاب"), TextDirection::kRightToLeft);
  EXPECT_EQ(first_direction("12.5"), TextDirection::kNone);
}

TEST(DisplayWidth, IsolatesOnlyWhatIsWrittenFromTheRight) {
  EXPECT_EQ(terminal_text("word"), "word");
  EXPECT_EQ(terminal_text("12"), "12");
  EXPECT_EQ(terminal_text("שלום"), kIsolate + "שלום" + kEndOfIsolate);
  EXPECT_EQ(display_width(terminal_text("שלום")), 4U);
  EXPECT_EQ(terminal_text("PC-שלום"), kIsolate + "PC-שלום" + kEndOfIsolate);
}

TEST(DisplayWidth, LeavesNothingForATerminalToObey) {
  EXPECT_EQ(terminal_text("a\x1b[2Jb"), "a\\x1B[2Jb");
  EXPECT_EQ(terminal_text("\xC2\x9B"), "\\xC2\\x9B");
}

}  // namespace
}  // namespace panarc
