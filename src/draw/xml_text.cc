#include "draw/xml_text.h"

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

}  // namespace panarc
