#include "treebank/validate/white_space.h"

#include <unicode/uchar.h>

#include "io/utf8.h"

namespace panarc::validation {

namespace {

// A space or a separator of the beginning of a text; see the header.
std::size_t margin_length(std::string_view text) {
  if (!text.empty() && text.front() >= '\x1C' && text.front() <= '\x1F') return 1;
  return space_length(text);
}

// Where the last character begins, if it is such a space or separator; otherwise the end.
std::size_t last_margin(std::string_view text) {
  if (text.empty()) return 0;
  std::size_t last = text.size() - 1;
  while (last > 0 && is_continuation(text[last])) --last;
  return margin_length(text.substr(last)) > 0 ? last : text.size();
}

}  // namespace

std::size_t space_length(std::string_view text) {
  if (text.empty()) return 0;
  switch (static_cast<unsigned char>(text.front())) {
    case ' ':
    case '\t':
    case '\n':
    case '\v':
    case '\f':
    case '\r':
      return 1;
    // All other white space begins with one of these.
    case 0xC2:
    case 0xE1:
    case 0xE2:
    case 0xE3: {
      std::string_view rest = text;
      const char32_t character = take_character(rest);
      return u_isUWhiteSpace(static_cast<UChar32>(character)) != 0 ? text.size() - rest.size() : 0;
    }
    default:
      return 0;
  }
}

bool has_space(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (space_length(text.substr(i)) > 0) return true;
  }
  return false;
}

bool has_double_space(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t length = space_length(text.substr(i));
    if (length > 0 && space_length(text.substr(i + length)) > 0) return true;
  }
  return false;
}

bool is_all_space(std::string_view text) {
  if (text.empty()) return false;
  while (const std::size_t length = space_length(text)) text.remove_prefix(length);
  return text.empty();
}

bool begins_with_space(std::string_view text) { return margin_length(text) > 0; }

bool ends_with_space(std::string_view text) { return last_margin(text) < text.size(); }

std::string_view without_leading_space(std::string_view text) {
  while (const std::size_t length = margin_length(text)) text.remove_prefix(length);
  return text;
}

std::string_view without_margins(std::string_view text) {
  text = without_leading_space(text);
  while (ends_with_space(text)) text = text.substr(0, last_margin(text));
  return text;
}

}  // namespace panarc::validation
