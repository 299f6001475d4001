#include "draw/table_text.h"

#include "io/utf8.h"

namespace panarc {

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + '"';
}

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kSpecial = "\\`*<>[]|";
  std::string escaped;
  for (const char c : visible(text)) {
    if (kSpecial.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace panarc
