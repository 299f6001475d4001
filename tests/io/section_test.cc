#include "io/section.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "panarc/error.h"
#include "support/message_of.h"

namespace panarc {
namespace {

using test::message_of;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Section, GivesBackWhatWasWritten) {
  SectionWriter writer;
  writer.write(std::uint8_t{200});
  writer.write(std::int32_t{-3});
  writer.write(std::numeric_limits<std::uint64_t>::max());
  writer.write(0.5F);
  writer.write(-1e300);
  writer.write_string({"a\0b\n", 4});
  writer.write_strings(std::vector<std::string>{"", "mañana", std::string(1000, 'x')});
  SectionReader reader(writer.bytes());
  EXPECT_EQ(reader.read<std::uint8_t>(), 200U);
  EXPECT_EQ(reader.read<std::int32_t>(), -3);
  EXPECT_EQ(reader.read<std::uint64_t>(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(reader.read<float>(), 0.5F);
  EXPECT_EQ(reader.read<double>(), -1e300);
  EXPECT_EQ(reader.read_string(), std::string_view("a\0b\n", 4));
  EXPECT_THAT(reader.read_strings(), ElementsAre("", "mañana", std::string(1000, 'x')));
  reader.finish();
}

TEST(Section, IsLittleEndianWithoutPadding) {
  SectionWriter writer;
  writer.write(std::uint8_t{1});
  writer.write(std::uint32_t{0x05040302});
  writer.write_string("\x0a");
  constexpr std::array kExpected{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4},
                                 std::byte{5}, std::byte{1}, std::byte{0}, std::byte{0},
                                 std::byte{0}, std::byte{10}};
  EXPECT_THAT(writer.bytes(), testing::ElementsAreArray(kExpected));
}

TEST(SectionReader, StopsAtTheEnd) {
  SectionWriter writer;
  writer.write_strings(std::vector<std::string>{"one", "two", ""});
  const std::span<const std::byte> bytes = writer.bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THROW(SectionReader(bytes.first(size)).read_strings(), Error) << size;
  }
  EXPECT_EQ(message_of([&] {
              SectionReader(bytes.first(3), {"m.model", "words"}).read<std::uint64_t>();
            }),
            "m.model: section \"words\" ends too early: 3 bytes left, expected 8");
  EXPECT_EQ(message_of([&] {
              SectionReader(bytes.first(3), {"m.model", "words"}).finish();
            }),
            "m.model: section \"words\" has 3 bytes more than it should");
}

TEST(SectionReader, RefusesCountsThatCannotFit) {
  SectionWriter writer;
  writer.write(std::numeric_limits<std::uint32_t>::max());
  writer.write(std::uint64_t{0});
  EXPECT_EQ(message_of([&] {
              SectionReader(writer.bytes(), {"m", "words"}).read_strings();
            }),
            "m: section \"words\" cannot hold 4294967295 strings in 8 bytes");
  EXPECT_THROW(SectionReader(writer.bytes()).read_string(), Error);
}

TEST(AsArray, ChecksSizeAndAlignment) {
  alignas(8) const std::array<std::byte, 16> bytes{std::byte{7}};
  const std::span<const std::byte> all(bytes);
  EXPECT_EQ(as_array<std::uint64_t>(all).size(), 2U);
  EXPECT_EQ(as_array<std::uint64_t>(all)[0], 7U);
  EXPECT_TRUE(as_array<std::uint64_t>(std::span<const std::byte>()).empty());
  EXPECT_EQ(as_array<std::uint8_t>(all.subspan(1)).size(), 15U);
  EXPECT_EQ(message_of([&] {
              as_array<std::uint64_t>(all.first(15), {"m", "weights"});
            }),
            "m: section \"weights\" has 15 bytes, expected a multiple of 8");
  EXPECT_EQ(message_of([&] {
              as_array<std::uint64_t>(all.subspan(4, 8), {"m", "weights"});
            }),
            "m: section \"weights\" does not lie on a multiple of 8 bytes");
  EXPECT_THAT(message_of([&] { as_array<std::uint32_t>(all.first(5)); }),
              HasSubstr("expected a multiple of 4"));
}

RC_GTEST_PROP(SectionReader, ReadsAnyBytesWithoutHarm, (const std::vector<std::uint8_t>& bytes)) {
  SectionReader reader(std::as_bytes(std::span(bytes)));
  try {
    for (const std::string& text : reader.read_strings()) RC_ASSERT(text.size() <= bytes.size());
    reader.finish();
  } catch (const Error&) {
    RC_SUCCEED("refused");
  }
}

RC_GTEST_PROP(Section, GivesBackAnyStrings, (const std::vector<std::string>& strings)) {
  SectionWriter writer;
  writer.write_strings(strings);
  SectionReader reader(writer.bytes());
  RC_ASSERT(reader.read_strings() == strings);
  reader.finish();
}

}  // namespace
}  // namespace panarc
