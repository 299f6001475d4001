#include "io/byte_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

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
  EXPECT_THAT(message, HasSubstr("longer.zst: more memory is needed"));
  EXPECT_THAT(message, HasSubstr("without --long"));
}

}  // namespace
}  // namespace panarc
