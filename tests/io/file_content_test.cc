#include "io/file_content.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "panarc/error.h"
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

TEST(FileContent, IsNotReadWithoutEnd) {
  EXPECT_EQ(test::message_of([] { read_file("/dev/zero", 100'000); }),
            "/dev/zero: found more than 100000 bytes, expected fewer");
  const test::TemporaryDirectory directory;
  write_file(directory / "file", "12345");
  EXPECT_EQ(read_text(directory / "file", 5), "12345");
  EXPECT_THROW(read_text(directory / "file", 4), Error);
}

TEST(FileContent, HasAHashThatIsTheSameEverywhere) {
  // As `xxhsum -H3` has it.
  EXPECT_EQ(content_hash(""), 0x2d06800538d394c2U);
  EXPECT_NE(content_hash("a"), content_hash("b"));
}

}  // namespace
}  // namespace panarc
