#include "io/byte_source.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_sink.h"
#include "support/message_of.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using test::message_of;
using testing::HasSubstr;

std::string bytes_of(ByteSource& source) {
  std::string bytes;
  std::vector<char> piece(1000);
  while (const std::size_t count = source.read(piece)) bytes.append(piece.data(), count);
  return bytes;
}

/// A frame of zstd (RFC 8878) that asks for a window of 2^`window_log` bytes, and holds `text` as
/// it is.
std::string zstd_frame(unsigned window_log, std::string_view text) {
  const auto byte = [](std::size_t value) { return static_cast<char>(value & 0xFFU); };
  const std::size_t last_raw_block = (text.size() << 3U) | 1U;
  std::string frame = "\x28\xB5\x2F\xFD";
  frame += '\0';  // no size, no checksum
  frame += byte((window_log - 10) << 3U);
  frame += {byte(last_raw_block), byte(last_raw_block >> 8U), byte(last_raw_block >> 16U)};
  return frame.append(text);
}

TEST(ByteSource, ReadsZstdWithALongWindow) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "long.zst";
  // The most that `zstd --long` takes.
  test::write_bytes(path, zstd_frame(31, "text"));
  EXPECT_EQ(bytes_of(*open_source(path)), "text");
}

TEST(ByteSource, DoesNotCallZstdCorruptThatNeedsTooMuchMemory) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "longer.zst";
  test::write_bytes(path, zstd_frame(41, "text"));
  const std::string message = message_of([&] { bytes_of(*open_source(path)); });
  EXPECT_THAT(message, HasSubstr("longer.zst: decompressing it needs more memory"));
  EXPECT_THAT(message, HasSubstr("without --long"));
}

/// What is compressed in files of one kind, and how their bytes are read.
class CompressedSourceTest : public testing::TestWithParam<std::string> {
 protected:
  /// The bytes that `text` is compressed to.
  std::string compress(std::string_view text) {
    const std::unique_ptr<ByteSink> sink = open_sink(path_);
    sink->write(text);
    sink->finish();
    return test::read_bytes(path_);
  }

  std::string decompress(std::string_view bytes) {
    test::write_bytes(path_, bytes);
    return bytes_of(*open_source(path_));
  }

  [[nodiscard]] std::string message(std::string_view what) const {
    return fmt::format("{}: {} {} data", path_, what, GetParam());
  }

  test::TemporaryDirectory directory_;
  std::string path_ = directory_ / (GetParam() == "gzip" ? "x.gz" : "x.zst");
};

TEST_P(CompressedSourceTest, ReadsFilesThatWerePutTogether) {
  const std::string first(300'000, 'x');
  EXPECT_EQ(decompress(compress(first) + compress("") + compress("second")), first + "second");
}

TEST_P(CompressedSourceTest, NoticesEveryTruncation) {
  const std::string bytes = compress("some text, and some text again");
  ASSERT_EQ(decompress(bytes), "some text, and some text again");
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string cut = bytes.substr(0, size);
    EXPECT_EQ(message_of([&] { decompress(cut); }), message("truncated")) << size;
    if (size == 0) continue;
    EXPECT_EQ(message_of([&] { decompress(bytes + cut); }), message("truncated")) << size;
  }
}

TEST_P(CompressedSourceTest, NoticesBytesThatWereAltered) {
  const std::string bytes = compress("some text, and some text again");
  std::string altered = bytes;
  altered[0] = 'x';
  EXPECT_EQ(message_of([&] { decompress(altered); }), message("corrupt"));
  // At the end there is a checksum of the text, which gzip follows by the size.
  altered = bytes;
  altered.back() = static_cast<char>(~altered.back());
  EXPECT_EQ(message_of([&] { decompress(altered); }), message("corrupt"));
  EXPECT_EQ(message_of([&] { decompress(bytes + "more"); }), message("corrupt"));
}

INSTANTIATE_TEST_SUITE_P(Kinds, CompressedSourceTest, testing::Values("gzip", "zstd"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace panarc
