#include "io/line_reader.h"

#include <fmt/format.h>

#include "io/byte_source.h"
#include "panarc/error.h"

namespace panarc {

LineReader::LineReader(const std::string& path, std::size_t most)
    : path_(path == "-" ? "<stdin>" : path), most_(most), source_(open_source(path)) {}

LineReader::~LineReader() = default;

bool LineReader::has_buffered_line() const {
  return buffer_.find('\n', begin_) != std::string::npos;
}

std::optional<std::string_view> LineReader::next() {
  std::size_t searched = begin_;
  std::size_t feed = buffer_.find('\n', searched);
  while (feed == std::string::npos && !at_end_) {
    buffer_.erase(0, begin_);
    begin_ = 0;
    searched = buffer_.size();
    if (searched > most_) {
      throw Error({path_, lines_ + 1, 0},
                  fmt::format("found a line of more than {} bytes, expected shorter ones", most_));
    }
    constexpr std::size_t kPiece = 1 << 16;
    buffer_.resize(searched + kPiece);
    const std::size_t count = source_->read({buffer_.data() + searched, kPiece});
    buffer_.resize(searched + count);
    at_end_ = count == 0;
    feed = buffer_.find('\n', searched);
  }
  const bool last = feed == std::string::npos;
  if (last && begin_ == buffer_.size()) return std::nullopt;
  ++lines_;
  std::string_view line(buffer_);
  line = line.substr(begin_, (last ? buffer_.size() : feed) - begin_);
  begin_ = last ? buffer_.size() : feed + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace panarc
