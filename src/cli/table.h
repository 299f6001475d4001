#pragma once

#include <string>
#include <vector>

namespace panarc::cli {

/// A table for people: columns as wide as they need, the first aligned left and the others right.
class Table {
 public:
  explicit Table(std::vector<std::string> header) : rows_{std::move(header)} {}

  void add_row(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace panarc::cli
