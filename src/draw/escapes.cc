#include "draw/escapes.h"

#include "io/utf8.h"

namespace panarc {

std::string xml_text(std::string_view text) {
  const std::string shown = visible(text);
  std::string_view rest = shown;
  std::string escaped;
  while (!rest.empty()) {
    const std::string_view before = rest;
    const char32_t character = take_character(rest);
    switch (character) {
      case U'&':
        escaped += "&amp;";
        break;
      case U'<':
        escaped += "&lt;";
        break;
      case U'>':
        escaped += "&gt;";
        break;
      case U'"':
        escaped += "&quot;";
        break;
      case 0xFFFE:
      case 0xFFFF:
        escaped += "\uFFFD";
        break;
      default:
        escaped += before.substr(0, before.size() - rest.size());
    }
  }
  return escaped;
}

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
