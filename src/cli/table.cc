#include "cli/table.h"

#include <algorithm>

#include "io/utf8.h"

namespace panarc::cli {

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], count_characters(row[i]));
    }
  }
  std::string text;
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - count_characters(row[i]), ' ');
      if (i > 0) text += "  ";
      const bool left = i == 0 || content_ == Content::kText;
      text += left ? row[i] + padding : padding + row[i];
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

}  // namespace panarc::cli
