#include "text/spaces.h"

#include <fmt/format.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <system_error>
#include <utility>

#include "io/utf8.h"
#include "panarc/text.h"
#include "text/char_class.h"
#include "treebank/misc_field.h"

namespace panarc {
namespace {

constexpr std::array<std::pair<char, char>, 6> kEscapes = {
    {{' ', 's'}, {'\t', 't'}, {'\r', 'r'}, {'\n', 'n'}, {'|', 'p'}, {'\\', '\\'}}};

constexpr char32_t kBeyondAscii = 0x80;

/// Whether a character is written by its code: what others might take for a line break, or drop.
bool is_escaped(char32_t character) {
  constexpr char32_t kByteOrderMarkCode = 0xFEFF;
  return is_white_space(character) || character == kByteOrderMarkCode;
}

/// Appends the character that `\u` with four digits stands for, as some treebanks write white space
/// beyond ASCII. Returns whether `value` begins with one.
bool append_code_point(std::string_view value, std::string& text) {
  constexpr std::size_t kDigits = 4;
  constexpr int kHexadecimal = 16;
  if (!value.starts_with("\\u") || value.size() < 2 + kDigits) return false;
  std::uint32_t code = 0;
  const char* const end = value.data() + 2 + kDigits;
  const auto [stop, error] = std::from_chars(value.data() + 2, end, code, kHexadecimal);
  const bool is_code = stop == end && error == std::errc();
  const bool can_be = code >= kBeyondAscii ? !U_IS_SURROGATE(code) : is_escaped(code);
  if (!is_code || !can_be) return false;
  append_utf8(text, code);
  return true;
}

}  // namespace

std::string escape_spaces(std::string_view text) {
  std::string value;
  value.reserve(text.size() * 2);
  while (!text.empty()) {
    const std::string_view rest = text;
    const char32_t c = take_character(text);
    const auto escape =
        std::ranges::find(kEscapes, c, [](const auto& e) { return char32_t(e.first); });
    if (escape != kEscapes.end()) {
      value += {'\\', escape->second};
    } else if (is_escaped(c)) {
      fmt::format_to(std::back_inserter(value), "\\u{:04X}", static_cast<std::uint32_t>(c));
    } else {
      value += rest.substr(0, rest.size() - text.size());
    }
  }
  return value;
}

std::string unescape_spaces(std::string_view value) {
  std::string text;
  text.reserve(value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (append_code_point(value.substr(i), text)) {
      i += std::string_view("\\u0000").size() - 1;
      continue;
    }
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

void append_text(const Sentence& sentence, std::string& text) {
  for (const SurfaceToken& token : surface_tokens(sentence)) {
    if (const auto before = misc_value(token.misc, "SpacesBefore")) {
      text += unescape_spaces(*before);
    }
    const auto in_token = misc_value(token.misc, "SpacesInToken");
    in_token ? text += unescape_spaces(*in_token) : text += token.form;
    text += space_after(token.misc);
  }
}

std::string reconstruct_text(std::span<const Sentence> sentences, std::string_view trailing) {
  std::string text;
  for (const Sentence& sentence : sentences) append_text(sentence, text);
  return text.append(trailing);
}

}  // namespace panarc
