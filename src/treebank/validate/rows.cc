#include "treebank/validate/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "io/file_kind.h"
#include "io/text.h"
#include "panarc/error.h"
#include "treebank/validate/white_space.h"

namespace panarc::validation {
namespace {

// Removes a number from the beginning of a text and returns it. There is none if the text begins
// with anything but a digit, nor if it begins with 0 and that is not allowed.
std::optional<std::int64_t> take_number(std::string_view& text, bool from_zero) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max() / 16;
  std::size_t size = 0;
  std::int64_t number = 0;
  for (; size < text.size() && text[size] >= '0' && text[size] <= '9'; ++size) {
    number = std::min(number * 10 + (text[size] - '0'), kLargest);
  }
  if (size == 0 || (text.front() == '0' && !from_zero)) return std::nullopt;
  text.remove_prefix(size);
  return number;
}

bool take(std::string_view& text, std::string_view beginning) {
  if (!text.starts_with(beginning)) return false;
  text.remove_prefix(beginning.size());
  return true;
}

constexpr std::size_t kInitialBuffer = std::size_t{1} << 18;

bool ends_block(std::string_view line) { return line.empty() || is_all_space(line); }

}  // namespace

RowId parse_id(std::string_view text) {
  std::string_view rest = text;
  const std::optional<std::int64_t> first = take_number(rest, true);
  if (!first) return {};
  const bool from_one = text.front() != '0';
  if (rest.empty() && from_one) return {RowKind::kWord, *first, *first};
  const bool empty_node = take(rest, ".");
  if (!empty_node && !(from_one && take(rest, "-"))) return {};
  const std::optional<std::int64_t> second = take_number(rest, false);
  if (!second || !rest.empty()) return {};
  return {empty_node ? RowKind::kEmptyNode : RowKind::kMultiword, *first, *second};
}

std::optional<std::string_view> after_key(std::string_view comment, std::string_view key) {
  if (!take(comment, "#")) return std::nullopt;
  skip_spaces(comment);
  if (!take(comment, key)) return std::nullopt;
  return comment;
}

std::optional<std::string_view> after_assignment(std::string_view comment, std::string_view key) {
  std::optional<std::string_view> rest = after_key(comment, key);
  if (!rest) return std::nullopt;
  skip_spaces(*rest);
  if (!take(*rest, "=")) return std::nullopt;
  skip_spaces(*rest);
  return rest;
}

std::optional<std::string_view> sentence_id_of(std::string_view comment) {
  const std::optional<std::string_view> id = after_assignment(comment, "sent_id");
  return id && !id->empty() && !has_space(*id) ? id : std::nullopt;
}

void SentenceRows::read(const Block& block, Format format) {
  block_ = &block;
  id_.clear();
  words_.clear();
  const std::span<const std::string_view> lines = block.lines;
  const auto is_comment = [](std::string_view line) { return line.starts_with('#'); };
  const auto first_row = std::ranges::find_if_not(lines, is_comment);
  // Comments at the end of a file belong to no sentence: they are where rows are missing.
  comment_count_ =
      first_row == lines.end() ? 0 : static_cast<std::size_t>(first_row - lines.begin());
  for (const std::string_view line : lines) {
    if (!is_comment(line)) continue;
    if (const auto id = sentence_id_of(line)) id_ = *id;
  }
  rows_.resize(lines.size() - comment_count_ - (block.has_end ? 1 : 0));
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    read_row(lines[comment_count_ + i], first_row_line() + i, format, rows_[i]);
    if (rows_[i].kind == RowKind::kWord) words_.push_back(i);
  }
}

void SentenceRows::read_row(std::string_view text, std::uint64_t line, Format format, Row& row) {
  row.text = text;
  row.line = line;
  row.columns = 0;
  row.fields.fill({});
  for (const std::string_view part : Parts(text, '\t')) {
    if (row.columns < kFieldCount) row.fields[row.columns] = part;
    ++row.columns;
  }
  if (format == Format::kConllx) {
    row.fields[static_cast<std::size_t>(Field::kDeps)] = "_";
    row.fields[static_cast<std::size_t>(Field::kMisc)] = "_";
  }
  static_cast<RowId&>(row) = parse_id(row[Field::kId]);
}

std::span<const std::string_view> SentenceRows::comments() const {
  return std::span(block_->lines).first(comment_count_);
}

std::uint64_t SentenceRows::first_row_line() const { return block_->first_line + comment_count_; }

std::optional<std::size_t> SentenceRows::find(const RowId& id) const {
  const auto count = static_cast<std::int64_t>(words_.size());
  if (id.kind == RowKind::kWord && id.first <= count) {
    return words_[static_cast<std::size_t>(id.first - 1)];
  }
  if (id.kind != RowKind::kEmptyNode || id.first > count) return std::nullopt;
  // Empty nodes follow their word directly, in order.
  const auto word = static_cast<std::size_t>(id.first);
  const std::size_t begin = word == 0 ? 0 : words_[word - 1] + 1;
  if (id.second > static_cast<std::int64_t>(rows_.size() - begin)) return std::nullopt;
  const std::size_t index = begin + static_cast<std::size_t>(id.second - 1);
  return static_cast<const RowId&>(rows_[index]) == id ? std::optional(index) : std::nullopt;
}

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
