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

// Where the last character of a text begins, which must not be empty.
std::size_t last_character(std::string_view text) {
  std::size_t last = text.size() - 1;
  while (last > 0 && is_continuation(text[last])) --last;
  return last;
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

void skip_spaces(std::string_view& text) {
  while (const std::size_t length = space_length(text)) text.remove_prefix(length);
}

bool has_space(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (space_length(text.substr(i)) > 0) return true;
  }
  return false;
}

bool may_have_space(std::string_view text) {
  // No early end, so that the compiler can look at many bytes at once.
  bool found = false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    found |= (byte <= ' ' && byte != '\t') || byte == 0xC2 || (byte >= 0xE1 && byte <= 0xE3);
  }
  return found;
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
  skip_spaces(text);
  return text.empty();
}

bool begins_with_space(std::string_view text) { return margin_length(text) > 0; }

bool ends_with_space(std::string_view text) {
  return !text.empty() && margin_length(text.substr(last_character(text))) > 0;
}

std::string_view without_leading_space(std::string_view text) {
  while (const std::size_t length = margin_length(text)) text.remove_prefix(length);
  return text;
}

std::string_view without_margins(std::string_view text) {
  skip_spaces(text);
  while (!text.empty() && space_length(text.substr(last_character(text))) > 0) {
    text = text.substr(0, last_character(text));
  }
  return text;
}

}  // namespace panarc::validation
