#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/model_file.h"
#include "io/small_model_file.h"

namespace panarc {
namespace {

using test::entry_at;
using test::FilledPipe;
using test::kCountAt;
using test::kFileSizeAt;
using test::kOffsetInEntry;
using test::kSizeInEntry;
using test::kVersionAt;
using test::message_of_memory;
using test::message_of_model;
using test::ModelFileTest;
using test::put;
using test::seal;
using test::small_writer;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

TEST_F(ModelFileTest, TellsOfFilesThatAreNoModels) {
  EXPECT_THAT(message_of_bytes(""), HasSubstr("is empty"));
  for (const std::string_view bytes :
       {"p", "# sent_id = 1\n", "\x89PNG\r\n\x1a\n and more of it, enough for a head", "panarc\n",
        "\x28\xb5\x2f\xfd compressed"}) {
    EXPECT_EQ(message_of_bytes(bytes), "is not a panarc model") << bytes;
  }
  EXPECT_EQ(message_of_model("/dev/zero"), "is not a panarc model");
  EXPECT_THAT(message_of_model("/dev/null"), HasSubstr("is empty"));
  EXPECT_EQ(message_of_model(directory_ / ""), "is a directory: expected a file");
  EXPECT_EQ(message_of_model(directory_ / "none"), "cannot open: No such file or directory");
}

TEST_F(ModelFileTest, TellsOfOtherVersions) {
  std::string bytes = small_writer().bytes();
  put(bytes, kVersionAt, kModelFormatVersion + 1);
  const std::string newer =
      fmt::format("written by a newer version of panarc (format {}, this program knows up to {})",
                  kModelFormatVersion + 1, kModelFormatVersion);
  // Nothing after the version need be as it is now.
  EXPECT_EQ(message_of_bytes(bytes), newer);
  EXPECT_EQ(message_of_bytes(bytes.substr(0, kCountAt)), newer);
  put(bytes, kVersionAt, std::uint32_t{0});
  EXPECT_THAT(message_of_sealed(bytes), StartsWith("altered"));
}

TEST_F(ModelFileTest, NoticesEveryTruncation) {
  const std::string bytes = small_writer().bytes();
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    const std::string cut = bytes.substr(0, size);
    EXPECT_THAT(message_of_bytes(cut), StartsWith("truncated")) << size;
    EXPECT_THAT(message_of_model(FilledPipe(cut).path()), StartsWith("truncated")) << size;
    EXPECT_THAT(message_of_memory(cut), StartsWith("truncated")) << size;
  }
  EXPECT_EQ(message_of_bytes(bytes.substr(0, 1)), "truncated: ends after 1 byte");
  EXPECT_EQ(message_of_bytes(bytes), "");
  EXPECT_EQ(message_of_model(FilledPipe(bytes).path()), "");
  EXPECT_EQ(message_of_memory(bytes), "");
  EXPECT_EQ(message_of_bytes(bytes + '\0'), "goes on after the end of the model");
  EXPECT_EQ(message_of_model(FilledPipe(bytes + '\0').path()),
            "goes on after the end of the model");
  EXPECT_EQ(message_of_memory(bytes + '\0'), "goes on after the end of the model");
}

TEST_F(ModelFileTest, NoticesEveryFlippedBit) {
  const std::string bytes = small_writer().bytes();
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    const std::string message = message_of_bytes(flipped);
    EXPECT_EQ(message_of_model(FilledPipe(flipped).path()), message);
    if (bit < kVersionAt * 8) {
      EXPECT_EQ(message, "is not a panarc model") << bit;
    } else if (bit >= kCountAt * 8) {
      EXPECT_THAT(message, testing::AnyOf(StartsWith("altered"), StartsWith("truncated"))) << bit;
    } else {
      EXPECT_NE(message, "") << bit;
    }
  }
}

TEST_F(ModelFileTest, NamesTheSectionThatWasAltered) {
  std::string bytes = small_writer().bytes();
  bytes.back() = 'x';
  EXPECT_EQ(message_of_bytes(bytes),
            "altered: section \"weights.labels\" does not match its checksum");
  bytes = small_writer().bytes();
  bytes[300] = 'x';
  EXPECT_EQ(message_of_bytes(bytes), "altered: the bytes before section \"empty\" are not zero");
  bytes = small_writer().bytes();
  bytes[entry_at(1)] = 'x';
  EXPECT_EQ(message_of_bytes(bytes), "altered: the table of sections does not match its checksum");
}

TEST_F(ModelFileTest, RefusesSizesThatCannotBe) {
  const std::string bytes = small_writer().bytes();
  for (const std::uint64_t size : {kMax, kMax - 63, std::uint64_t{1} << 63, std::uint64_t{1} << 49,
                                   std::uint64_t{0}, std::uint64_t{223}}) {
    std::string damaged = bytes;
    put(damaged, kFileSizeAt, size);
    EXPECT_EQ(message_of_sealed(damaged),
              fmt::format("altered: 3 sections in {} bytes are not possible", size));
  }
  for (const std::uint64_t size :
       {std::uint64_t{1} << 48, std::uint64_t{1} << 32, std::uint64_t{bytes.size() + 1}}) {
    std::string damaged = bytes;
    put(damaged, kFileSizeAt, size);
    EXPECT_THAT(message_of_sealed(damaged), StartsWith("altered: the sections end at 332,"));
  }
  for (const std::uint64_t size : {kMax, kMax - 319, kMax - 320, std::uint64_t{1} << 63,
                                   std::uint64_t{1} << 32, std::uint64_t{13}}) {
    std::string damaged = bytes;
    put(damaged, entry_at(2) + kSizeInEntry, size);
    EXPECT_EQ(
        message_of_sealed(damaged),
        fmt::format("altered: section \"weights.labels\" of {} bytes is said to end after the file",
                    size));
    // The whole file says it is as large.
    if (size > std::uint64_t{1} << 48) continue;
    put(damaged, kFileSizeAt, 320 + size);
    EXPECT_EQ(message_of_sealed(damaged),
              fmt::format("truncated: ends after 332 of {} bytes", 320 + size));
  }
  std::string damaged = bytes;
  put(damaged, entry_at(2) + kSizeInEntry, std::uint64_t{11});
  EXPECT_THAT(message_of_sealed(damaged), StartsWith("altered: the sections end at 331,"));
}

TEST_F(ModelFileTest, RefusesCountsThatCannotBe) {
  const std::string bytes = small_writer().bytes();
  for (const std::uint32_t count :
       {std::numeric_limits<std::uint32_t>::max(), std::uint32_t{1} << 31, std::uint32_t{4097},
        std::uint32_t{4096}, std::uint32_t{5}}) {
    std::string damaged = bytes;
    put(damaged, kCountAt, count);
    EXPECT_EQ(message_of_sealed(damaged),
              fmt::format("altered: {} sections in 332 bytes are not possible", count));
  }
  for (const std::uint32_t count : {0U, 1U, 2U, 4U}) {
    std::string damaged = bytes;
    put(damaged, kCountAt, count);
    EXPECT_THAT(message_of_sealed(damaged), StartsWith("altered")) << count;
  }
}

TEST_F(ModelFileTest, RefusesOffsetsThatCannotBe) {
  const std::string bytes = small_writer().bytes();
  // In the head, in another section, not aligned, with a gap, after the end.
  for (const std::uint64_t offset : {std::uint64_t{0}, std::uint64_t{192}, std::uint64_t{256},
                                     std::uint64_t{321}, std::uint64_t{384}, kMax, kMax - 63}) {
    std::string damaged = bytes;
    put(damaged, entry_at(2) + kOffsetInEntry, offset);
    EXPECT_EQ(
        message_of_sealed(damaged),
        fmt::format("altered: section \"weights.labels\" is said to start at {}, expected 320",
                    offset));
  }
  // The first section takes the whole file, and the next would start after it.
  std::string damaged = bytes;
  put(damaged, entry_at(0) + kSizeInEntry, std::uint64_t{76});
  put(damaged, entry_at(1) + kOffsetInEntry, std::uint64_t{384});
  EXPECT_EQ(message_of_sealed(damaged),
            "altered: section \"empty\" of 0 bytes is said to end after the file");
}

TEST_F(ModelFileTest, RefusesNamesThatCannotBe) {
  const std::string bytes = small_writer().bytes();
  for (const std::string_view name :
       {std::string_view(), std::string_view("Empty"), std::string_view("em\0ty", 5),
        std::string_view("em ty"), std::string_view("\xC3\xA9"), std::string_view("a/b")}) {
    std::string damaged = bytes;
    damaged.replace(entry_at(1), 5, std::string(5, '\0'));
    damaged.replace(entry_at(1), name.size(), name);
    EXPECT_EQ(message_of_sealed(damaged), "altered: section 2 has no valid name") << name;
  }
  std::string damaged = bytes;
  damaged.replace(entry_at(1), 7, "options");
  EXPECT_EQ(message_of_sealed(damaged), "altered: there are two sections \"options\"");
  // A name may fill its field.
  damaged = bytes;
  damaged.replace(entry_at(1), kMaxSectionName, std::string(kMaxSectionName, 'n'));
  EXPECT_EQ(message_of_sealed(damaged), "");
}

TEST_F(ModelFileTest, ReadsNoMoreFromAPipeThanIsSensible) {
  std::string bytes = small_writer().bytes();
  put(bytes, entry_at(2) + kSizeInEntry, kMaxStreamedModel);
  put(bytes, kFileSizeAt, 320 + kMaxStreamedModel);
  seal(bytes);
  EXPECT_THAT(message_of_model(FilledPipe(bytes).path()), HasSubstr("too much to read"));
  EXPECT_THAT(message_of_memory(bytes), StartsWith("truncated: ends after 332 of"));
  // A large claim alone costs nothing.
  put(bytes, entry_at(2) + kSizeInEntry, std::uint64_t{1} << 28);
  put(bytes, kFileSizeAt, 320 + (std::uint64_t{1} << 28));
  seal(bytes);
  EXPECT_EQ(message_of_model(FilledPipe(bytes).path()),
            "truncated: ends after 332 of 268435776 bytes");
}

RC_GTEST_FIXTURE_PROP(ModelFileTest, RefusesRandomBytes, (const std::string& bytes)) {
  RC_ASSERT(message_of_bytes(bytes) != "");
  RC_ASSERT(message_of_bytes(small_writer().bytes().substr(0, kCountAt) + bytes) != "");
}

// With the checksum of the table right, whatever it says: there is one file for the same sections,
// so that whatever can be read is what would be written.
RC_GTEST_FIXTURE_PROP(ModelFileTest, ReadsATableOnlyIfItIsWrittenSo, ()) {
  std::string bytes = small_writer().bytes();
  // Some changes make another good name.
  const auto value =
      rc::gen::oneOf(rc::gen::arbitrary<char>(), rc::gen::inRange('a', 'z'), rc::gen::just('\0'));
  const auto changes = *rc::gen::container<std::vector<std::pair<std::size_t, char>>>(
      *rc::gen::inRange(0, 4),
      rc::gen::pair(rc::gen::inRange<std::size_t>(kCountAt, entry_at(3)), value));
  for (const auto& [offset, byte] : changes) bytes[offset] = byte;
  seal(bytes);
  const bool is_read = message_of_bytes(bytes).empty();
  RC_CLASSIFY(is_read);
  if (!is_read) {
    RC_ASSERT(bytes != small_writer().bytes());
    return;
  }
  const ModelFile file = ModelFile::open(path_);
  ModelFileWriter writer;
  for (const std::string_view name : file.section_names()) writer.add(name, file.section(name));
  RC_ASSERT(writer.bytes() == bytes);
}

}  // namespace
}  // namespace panarc
