#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/treebank.h"
#include "treebank/validate/block_reader.h"

namespace panarc::validation {

/// What the id of a line says that it is.
enum class RowKind : std::uint8_t { kWord, kMultiword, kEmptyNode, kUnknown };

/// A line with fields.
struct Row {
  std::string_view text;
  std::uint64_t line = 0;
  std::size_t columns = 0;
  std::array<std::string_view, kFieldCount> fields;  ///< empty if there are fewer columns
  RowKind kind = RowKind::kUnknown;
  /// Word: its number. Multiword token: its first and last word. Empty node: the word before it,
  /// and its own number after that. A number that is too large is the largest possible.
  std::int64_t first = 0;
  std::int64_t second = 0;

  [[nodiscard]] std::string_view operator[](Field field) const {
    return fields[static_cast<std::size_t>(field)];
  }
};

/// An id as a row has it.
struct RowId {
  RowKind kind = RowKind::kUnknown;
  std::int64_t first = 0;
  std::int64_t second = 0;
};
RowId parse_id(std::string_view text);

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
