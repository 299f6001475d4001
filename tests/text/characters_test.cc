#include "text/characters.h"

#include <gtest/gtest.h>

namespace panarc {
namespace {

Characters characters(std::string_view text) {
  Characters result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto code = static_cast<char32_t>(text[i]);
    is_white_space(code) ? result.append_space(code, text.substr(i, 1))
                         : result.append(code, text.substr(i, 1));
  }
  result.finish();
  return result;
}

TEST(Characters, HaveWhiteSpaceAsOneElement) {
  const Characters text = characters(" ab \r\n\n c");
  ASSERT_EQ(text.size(), 5U);
  EXPECT_EQ(text.bytes(0, 1), " ");
  EXPECT_EQ(text.bytes(1, 3), "ab");
  EXPECT_EQ(text.bytes(3, 4), " \r\n\n ");
  EXPECT_EQ(text.cls(0), CharClass::kSpace);
  EXPECT_EQ(text.cls(3), CharClass::kLineBreak);
  EXPECT_EQ(characters("a\r\n\n").line_breaks(), 2U);
  EXPECT_EQ(characters("a\r\r").line_breaks(), 2U);
  EXPECT_EQ(characters("a\f").line_breaks(), 1U);
  EXPECT_EQ(characters("a\n\f").line_breaks(), 1U);
}

TEST(Characters, HaveChunksBetweenWhiteSpace) {
  const Characters text = characters("(Word), word " + std::string(100, 'x') + " y");
  ASSERT_EQ(text.chunks().size(), 4U);
  EXPECT_EQ(text.chunks()[0].core_lower, text.chunks()[1].core);
  EXPECT_EQ(text.chunks()[0].core_class, CharClass::kUpper);
  EXPECT_EQ(text.chunks()[2].size, Characters::kChunkLimit);
  EXPECT_EQ(text.chunks()[3].begin, text.size() - 1);
}

TEST(Characters, GoOnAfterTheirBeginningIsDropped) {
  Characters text = characters("ab cd");
  text.append_space(U' ', " ");
  for (int i = 0; i < 40; ++i) text.append(U'x', "x");
  EXPECT_EQ(text.chunks().size(), 3U);
  EXPECT_EQ(text.drop(8), 3U);
  EXPECT_EQ(text.size(), 38U);
  for (int i = 0; i < 40; ++i) text.append(U'x', "x");
  EXPECT_TRUE(text.chunks().empty()) << "a chunk that has begun before is not a new one";
  text.append_space(U' ', " ");
  text.append(U'y', "y");
  text.finish();
  ASSERT_EQ(text.chunks().size(), 1U);
  EXPECT_EQ(text.chunks()[0].begin, 79U);
  EXPECT_EQ(text.bytes(78, 80), " y");
}

}  // namespace
}  // namespace panarc
