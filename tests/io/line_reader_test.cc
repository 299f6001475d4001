#include "panarc/io.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "panarc/error.h"
#include "support/message_of.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> lines_of(std::string_view text) {
  const test::TemporaryDirectory directory;
  test::write_bytes(directory / "lines", text);
  LineReader reader(directory / "lines");
  std::vector<std::string> lines;
  while (const auto line = reader.next()) lines.emplace_back(*line);
  return lines;
}

TEST(LineReader, GivesLinesWithoutTheirEnds) {
  EXPECT_THAT(lines_of("a\nb\r\n\nc"), ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(lines_of("a\n"), ElementsAre("a"));
  EXPECT_THAT(lines_of(""), IsEmpty());
}

TEST(LineReader, TakesLinesLongerThanItsBuffer) {
  const std::string longer(1'000'000, 'x');
  EXPECT_THAT(lines_of("a\n" + longer + "\nb"), ElementsAre("a", longer, "b"));
}

TEST(LineReader, KnowsWhetherALineIsThere) {
  const test::TemporaryDirectory directory;
  test::write_bytes(directory / "lines", "a\nb\nc");
  LineReader reader(directory / "lines");
  EXPECT_FALSE(reader.has_buffered_line());
  EXPECT_EQ(reader.next(), "a");
  EXPECT_TRUE(reader.has_buffered_line());
  EXPECT_EQ(reader.next(), "b");
  EXPECT_FALSE(reader.has_buffered_line());
}

TEST(LineReader, ReadsNoLineWithoutEnd) {
  const test::TemporaryDirectory directory;
  test::write_bytes(directory / "lines", "a\n" + std::string(1'000'000, 'x'));
  LineReader reader(directory / "lines", 500'000);
  EXPECT_EQ(reader.next(), "a");
  EXPECT_THAT(test::message_of([&] { reader.next(); }),
              testing::EndsWith("lines:2: found a line of more than 500000 bytes, expected shorter "
                                "ones"));
}

TEST(LineReader, MissingFileIsAnError) { EXPECT_THROW(LineReader("/nonexistent/file"), Error); }

}  // namespace
}  // namespace panarc
