#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace panarc::cli {

/// A table for people to read: columns are as wide as they need to be.
class Table {
 public:
  /// Numbers are aligned right, in all columns but the first or the first few; text is aligned left
  /// throughout.
  enum class Content { kNumbers, kText };

  explicit Table(std::vector<std::string> header, Content content = Content::kNumbers)
      : content_(content), rows_{std::move(header)} {}

  /// How many columns at the beginning of a table of numbers are text.
  void set_text_columns(std::size_t columns) { text_columns_ = columns; }

  void add_row(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string markdown() const;
  /// As in RFC 4180, except for the line endings.
  [[nodiscard]] std::string csv() const;

 private:
  [[nodiscard]] bool is_left(std::size_t column) const {
    return column < text_columns_ || content_ == Content::kText;
  }

  Content content_;
  std::size_t text_columns_ = 1;
  std::vector<std::vector<std::string>> rows_;
};

/// Scores by their names, in one line: `UAS 90.12, LAS 88.34`. Values that are not numbers are left
/// out.
std::string scores_text(const nlohmann::ordered_json& scores);

}  // namespace panarc::cli
