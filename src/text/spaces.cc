#include "text/spaces.h"

#include <array>
#include <utility>

#include "treebank/misc_field.h"

namespace panarc {
namespace {

constexpr std::array<std::pair<char, char>, 6> kEscapes = {
    {{' ', 's'}, {'\t', 't'}, {'\r', 'r'}, {'\n', 'n'}, {'|', 'p'}, {'\\', '\\'}}};

}  // namespace

std::string escape_spaces(std::string_view text) {
  std::string value;
  value.reserve(text.size() * 2);
  for (const char c : text) {
    char letter = 0;
    for (const auto& [plain, escaped] : kEscapes) letter = plain == c ? escaped : letter;
    if (letter != 0) value += '\\';
    value += letter != 0 ? letter : c;
  }
  return value;
}

std::string unescape_spaces(std::string_view value) {
  std::string text;
  text.reserve(value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    text += value[i];
    if (value[i] != '\\' || i + 1 == value.size()) continue;
    for (const auto& [plain, escaped] : kEscapes) {
      if (value[i + 1] != escaped) continue;
      text.back() = plain;
      ++i;
      break;
    }
  }
  return text;
}

std::string space_after(std::string_view misc) {
  if (const auto spaces = misc_value(misc, "SpacesAfter")) return unescape_spaces(*spaces);
  return misc_value(misc, "SpaceAfter") == "No" ? "" : " ";
}

}  // namespace panarc
