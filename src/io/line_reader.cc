#include <fmt/format.h>

#include "io/byte_source.h"
#include "panarc/error.h"
#include "panarc/io.h"

namespace panarc {

struct LineReader::State {
  std::string path;
  std::size_t most = 0;
  std::unique_ptr<ByteSource> source;
  std::string buffer;
  std::size_t begin = 0;
  std::uint64_t lines = 0;  // read so far
  bool at_end = false;

  std::optional<std::string_view> next() {
    std::size_t searched = begin;
    std::size_t feed = buffer.find('\n', searched);
    while (feed == std::string::npos && !at_end) {
      buffer.erase(0, begin);
      begin = 0;
      searched = buffer.size();
      if (searched > most) {
        throw Error({path, lines + 1, 0},
                    fmt::format("found a line of more than {} bytes, expected shorter ones", most));
      }
      constexpr std::size_t kPiece = 1 << 16;
      buffer.resize(searched + kPiece);
      const std::size_t count = source->read({buffer.data() + searched, kPiece});
      buffer.resize(searched + count);
      at_end = count == 0;
      feed = buffer.find('\n', searched);
    }
    const bool last = feed == std::string::npos;
    if (last && begin == buffer.size()) return std::nullopt;
    ++lines;
    std::string_view line(buffer);
    line = line.substr(begin, (last ? buffer.size() : feed) - begin);
    begin = last ? buffer.size() : feed + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }
};

LineReader::LineReader(const std::string& path, std::size_t most)
    : state_(std::make_unique<State>()) {
  state_->path = path == "-" ? "<stdin>" : path;
  state_->most = most;
  state_->source = open_source(path);
}
LineReader::~LineReader() = default;
LineReader::LineReader(LineReader&&) noexcept = default;
LineReader& LineReader::operator=(LineReader&&) noexcept = default;

bool LineReader::has_buffered_line() const {
  return state_->buffer.find('\n', state_->begin) != std::string::npos;
}

std::optional<std::string_view> LineReader::next() { return state_->next(); }

}  // namespace panarc
