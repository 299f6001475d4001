#include <algorithm>

#include "draw/display_width.h"
#include "draw/escapes.h"
#include "panarc/draw.h"
#include "panarc/io.h"

namespace panarc {

namespace {

using Rows = std::vector<std::vector<std::string>>;

/// The cells as they are shown to people: words can have control characters.
Rows visible_rows(const Rows& rows) {
  Rows shown = rows;
  for (auto& row : shown) {
    for (std::string& cell : row) cell = visible(cell);
  }
  return shown;
}

}  // namespace

std::string Table::text() const {
  const Rows rows = visible_rows(rows_);
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - display_width(row[i]), ' ');
      if (i > 0) text += "  ";
      text += is_left(i) ? row[i] + padding : padding + row[i];
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string Table::markdown() const {
  const Rows rows = visible_rows(rows_);
  std::string text;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const std::string& cell : rows[row]) {
      text += "| ";
      for (const char c : cell) {
        if (c == '|') text += '\\';
        text += c;
      }
      text += ' ';
    }
    text += "|\n";
    if (row > 0) continue;
    for (std::size_t i = 0; i < rows[row].size(); ++i) {
      text += is_left(i) ? "| --- " : "| ---: ";
    }
    text += "|\n";
  }
  return text;
}

std::string Table::csv() const {
  std::string text;
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += ',';
      text += csv_cell(row[i]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace panarc
