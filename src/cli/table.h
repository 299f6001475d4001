#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace panarc::cli {

/// A table for people: columns as wide as they need.
class Table {
 public:
  /// Numbers are aligned right, all but the first column or the first few; text is aligned left
  /// throughout.
  enum class Content { kNumbers, kText };

  explicit Table(std::vector<std::string> header, Content content = Content::kNumbers)
      : content_(content), rows_{std::move(header)} {}

  /// So many columns at the beginning are text in a table of numbers.
  void set_text_columns(std::size_t columns) { text_columns_ = columns; }

  void add_row(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string markdown() const;
  /// As RFC 4180 has it, but for the ends of lines.
  [[nodiscard]] std::string csv() const;

 private:
  [[nodiscard]] bool is_left(std::size_t column) const {
    return column < text_columns_ || content_ == Content::kText;
  }

  Content content_;
  std::size_t text_columns_ = 1;
  std::vector<std::vector<std::string>> rows_;
};

/// Scores by their names, in one line: `UAS 90.12, LAS 88.34`. What is no number is left out.
std::string scores_text(const nlohmann::ordered_json& scores);

}  // namespace panarc::cli
