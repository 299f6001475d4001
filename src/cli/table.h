#pragma once

#include <string>
#include <utility>
#include <vector>

namespace panarc::cli {

/// A table for people: columns as wide as they need.
class Table {
 public:
  /// Numbers are aligned right, all but the first column; text is aligned left throughout.
  enum class Content { kNumbers, kText };

  explicit Table(std::vector<std::string> header, Content content = Content::kNumbers)
      : content_(content), rows_{std::move(header)} {}

  void add_row(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  [[nodiscard]] std::string text() const;

 private:
  Content content_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace panarc::cli
