#include "io/file_content.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/message_of.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

TEST(FileContent, IsWhatWasWritten) {
  const test::TemporaryDirectory directory;
  std::string bytes(200'000, 'x');
  bytes[70'000] = '\0';
  write_file(directory / "file", bytes);
  EXPECT_EQ(read_file(directory / "file"), bytes);
  write_file(directory / "file", "");
  EXPECT_EQ(read_file(directory / "file"), "");
  EXPECT_THAT(test::message_of([&] { read_file(directory / "none"); }),
              testing::HasSubstr("none: cannot open"));
}

TEST(FileContent, HasAHashThatIsTheSameEverywhere) {
  // As `xxhsum -H3` has it.
  EXPECT_EQ(content_hash(""), 0x2d06800538d394c2U);
  EXPECT_NE(content_hash("a"), content_hash("b"));
}

}  // namespace
}  // namespace panarc
