#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/byte_source.h"
#include "panarc/treebank.h"

namespace panarc::validation {

/// The lines of a file up to a blank one, or one of white space alone, which is the last of them.
/// The end of the file may come before that.
struct Block {
  std::uint64_t first_line = 0;
  std::vector<std::string_view> lines;
  bool has_end = false;  ///< the last line is blank
};

/// Reads any text block by block, in memory bounded by the longest one. CR LF and CR end a line as
/// LF does.
class BlockReader {
 public:
  /// `name` is that of the file in messages.
  BlockReader(std::unique_ptr<ByteSource> source, std::string name);

  /// Stores the next block, valid until the next call; false at the end. Throws Error if it is too
  /// long, or if the file is not text.
  bool next(Block& block);

  /// The first line so far that ends with CR LF or CR; 0 if there is none.
  [[nodiscard]] std::uint64_t first_return() const { return first_return_; }

 private:
  static constexpr std::size_t kMaxBlock = std::size_t{1} << 28;

  void fill();
  void check_beginning();
  std::size_t unify_line_ends(std::span<char> bytes);

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;   // of the block
  std::size_t end_ = 0;     // of what has been read
  std::uint64_t line_ = 1;  // the number of the line at begin_
  bool at_end_ = false;
  bool after_return_ = false;
  std::uint64_t first_return_ = 0;
  std::vector<std::pair<std::size_t, std::size_t>> bounds_;  // of lines, from begin_
};

/// What the id of a line says that it is.
enum class RowKind : std::uint8_t { kWord, kMultiword, kEmptyNode, kUnknown };

/// An id as a row has it.
struct RowId {
  RowKind kind = RowKind::kUnknown;
  /// Word: its number. Multiword token: its first and last word. Empty node: the word before it,
  /// and its own number after that. A number that is too large is the largest possible.
  std::int64_t first = 0;
  std::int64_t second = 0;

  friend bool operator==(const RowId&, const RowId&) = default;
};
RowId parse_id(std::string_view text);

/// A line with fields.
struct Row : RowId {
  std::string_view text;
  std::uint64_t line = 0;
  std::size_t columns = 0;
  std::array<std::string_view, kFieldCount> fields;  ///< empty if there are fewer columns

  [[nodiscard]] std::string_view operator[](Field field) const {
    return fields[static_cast<std::size_t>(field)];
  }
};

/// A block as comments and rows. Nothing is certain of them but that the lines are what they are:
/// what each member needs is said there.
class SentenceRows {
 public:
  /// In CoNLL-X, the last two columns are taken for empty.
  void read(const Block& block, Format format);

  /// The block itself.
  [[nodiscard]] const Block& block() const { return *block_; }

  /// The lines before the first one that is no comment, and its number.
  [[nodiscard]] std::span<const std::string_view> comments() const;
  [[nodiscard]] std::uint64_t first_row_line() const;

  [[nodiscard]] std::span<const Row> rows() const { return rows_; }

  /// The `sent_id` of the last comment that has one.
  [[nodiscard]] const std::string& id() const { return id_; }

  /// If ids are in order: the number of words; the row of each; and the number of the row of a
  /// word, or an empty node, if there is one.
  [[nodiscard]] std::size_t word_count() const { return words_.size(); }
  [[nodiscard]] const Row& word(std::size_t number) const { return rows_[words_[number - 1]]; }
  [[nodiscard]] std::optional<std::size_t> find(const RowId& id) const;

 private:
  void read_row(std::string_view text, std::uint64_t line, Format format, Row& row);

  const Block* block_ = nullptr;
  std::size_t comment_count_ = 0;
  std::vector<Row> rows_;
  std::vector<std::size_t> words_;
  std::string id_;
};

/// The id in a comment `# sent_id = ID`; nothing if it is not one.
std::optional<std::string_view> sentence_id_of(std::string_view comment);

/// What follows `# KEY`, without the white space between the two; nothing if the comment does not
/// begin with it.
std::optional<std::string_view> after_key(std::string_view comment, std::string_view key);
/// What follows `# KEY =`.
std::optional<std::string_view> after_assignment(std::string_view comment, std::string_view key);

}  // namespace panarc::validation
