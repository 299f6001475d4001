#include "treebank/validate/block_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "io/file_kind.h"
#include "panarc/error.h"
#include "treebank/validate/white_space.h"

namespace panarc::validation {

namespace {

constexpr std::size_t kInitialBuffer = std::size_t{1} << 18;

bool ends_block(std::string_view line) { return line.empty() || is_all_space(line); }

}  // namespace

BlockReader::BlockReader(std::unique_ptr<ByteSource> source, std::string name)
    : source_(std::move(source)), name_(std::move(name)), buffer_(kInitialBuffer) {
  check_beginning();
}

// Reports a file that is not text at all once, not as problems of its first line.
void BlockReader::check_beginning() {
  while (!at_end_ && end_ < kBeginningBytes) fill();
  const std::string_view problem =
      problem_of_beginning({buffer_.data(), std::min(end_, kBeginningBytes)});
  if (!problem.empty()) throw Error({name_, 0, 0}, std::string(problem));
}

// Writes every line end as LF, in place; returns how many bytes are left.
std::size_t BlockReader::unify_line_ends(std::span<char> bytes) {
  if (!after_return_ && std::memchr(bytes.data(), '\r', bytes.size()) == nullptr) {
    return bytes.size();
  }
  char* out = bytes.data();
  for (const char c : bytes) {
    const bool second = after_return_ && c == '\n';
    after_return_ = c == '\r';
    if (second) continue;
    if (after_return_ && first_return_ == 0) {
      first_return_ =
          line_ + static_cast<std::uint64_t>(std::count(buffer_.data() + begin_, out, '\n'));
    }
    *out++ = after_return_ ? '\n' : c;
  }
  return static_cast<std::size_t>(out - bytes.data());
}

void BlockReader::fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ > kMaxBlock) {
    throw Error({name_, line_, 0},
                fmt::format("sentence of more than {} bytes: is a blank line missing?", kMaxBlock));
  }
  if (end_ == buffer_.size()) buffer_.resize(buffer_.size() * 2);
  const std::span<char> rest = std::span(buffer_).subspan(end_);
  const std::size_t count = source_->read(rest);
  at_end_ = count == 0;
  end_ += unify_line_ends(rest.first(count));
}

bool BlockReader::next(Block& block) {
  block.first_line = line_;
  block.lines.clear();
  block.has_end = false;
  bounds_.clear();
  std::size_t line = 0;  // both from begin_
  std::size_t searched = 0;
  while (!block.has_end) {
    const char* data = buffer_.data() + begin_;
    const void* found = std::memchr(data + searched, '\n', end_ - begin_ - searched);
    if (found == nullptr && !at_end_) {
      searched = end_ - begin_;
      fill();
      continue;
    }
    const std::size_t feed = found == nullptr
                                 ? end_ - begin_
                                 : static_cast<std::size_t>(static_cast<const char*>(found) - data);
    if (found == nullptr && feed == line) break;
    bounds_.emplace_back(line, feed);
    block.has_end = ends_block({data + line, feed - line});
    line = searched = found == nullptr ? feed : feed + 1;
  }
  for (const auto& [from, to] : bounds_) {
    block.lines.emplace_back(buffer_.data() + begin_ + from, to - from);
  }
  begin_ += line;
  line_ += bounds_.size();
  return !bounds_.empty();
}

}  // namespace panarc::validation
