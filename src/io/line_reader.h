#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace panarc {

class ByteSource;

/// Reads a text line by line, in memory bounded by its longest line. `-` is standard input,
/// compressed files are decompressed. Throws Error if a line is too long.
class LineReader {
 public:
  static constexpr std::size_t kMostInLine = std::size_t{1} << 28;

  /// Lines may have up to `most` bytes.
  explicit LineReader(const std::string& path, std::size_t most = kMostInLine);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;
  LineReader(LineReader&&) = delete;
  LineReader& operator=(LineReader&&) = delete;

  /// The next line, without its end (LF or CRLF), valid until the next call; nothing at the end.
  std::optional<std::string_view> next();

  /// Whether the next line is available without waiting for more input.
  [[nodiscard]] bool has_buffered_line() const;

 private:
  std::string path_;
  std::size_t most_;
  std::unique_ptr<ByteSource> source_;
  std::string buffer_;
  std::size_t begin_ = 0;
  std::uint64_t lines_ = 0;  // read so far
  bool at_end_ = false;
};

}  // namespace panarc
