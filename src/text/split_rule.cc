#include "text/split_rule.h"

#include <fmt/format.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <charconv>

#include "io/text.h"
#include "io/utf8.h"
#include "panarc/error.h"
#include "text/char_class.h"

namespace panarc {
namespace {

/// Cuts farther than this from the end of a token are not learnt, and not accepted in a file.
constexpr std::int32_t kFarthest = 255;

std::u32string lowered(std::u32string_view characters) {
  std::u32string lower(characters);
  std::ranges::transform(lower, lower.begin(), to_lower);
  return lower;
}

bool is_capital(char32_t character) { return char_class(character) == CharClass::kUpper; }

std::string with_capital(std::string_view text) {
  std::string_view rest = text;
  const char32_t first = take_character(rest);
  std::string result;
  append_utf8(result, static_cast<char32_t>(u_toupper(static_cast<UChar32>(first))));
  return result.append(rest);
}

}  // namespace

SplitRule SplitRule::between(std::string_view token, std::span<const std::string_view> words) {
  SplitRule rule;
  const std::u32string whole = decode_utf8(token);
  const auto size = static_cast<std::int32_t>(whole.size());
  std::u32string joined;
  for (const std::string_view word : words) joined += decode_utf8(word);
  std::int32_t at = 0;
  for (const std::string_view word : words) {
    const std::u32string characters = decode_utf8(word);
    Word part;
    if (joined == whole) {
      // Count cuts from the end: what follows a stem has a fixed length.
      const auto length = static_cast<std::int32_t>(characters.size());
      part.copies = true;
      part.front = at == 0 ? 0 : at - size;
      part.back = size - at - length;
      at += length;
    } else {
      const std::u32string lower = lowered(characters);
      const std::u32string lower_whole = lowered(whole);
      const auto tail = std::ranges::mismatch(lower.rbegin(), lower.rend(), lower_whole.rbegin(),
                                              lower_whole.rend());
      const auto common = tail.in1 - lower.rbegin();
      constexpr std::ptrdiff_t kWorthCopying = 4;
      part.literal = encode_utf8(std::u32string_view(lower).substr(
          0, common >= kWorthCopying ? lower.size() - static_cast<std::size_t>(common)
                                     : std::u32string::npos));
      if (common >= kWorthCopying) {
        part.copies = true;
        part.front = size - static_cast<std::int32_t>(common);
      }
    }
    rule.words_.push_back(part);
  }
  return rule;
}

std::string SplitRule::text() const {
  std::string text;
  for (const Word& word : words_) {
    if (!text.empty()) text += ' ';
    for (const char c : word.literal) {
      // Characters with a meaning here are escaped as in MISC.
      if (c == ' ') {
        text += "\\s";
      } else if (c == '\\' || c == '<') {
        text.append("\\").append(1, c);
      } else {
        text += c;
      }
    }
    if (word.copies) text += fmt::format("<{},{}>", word.front, word.back);
  }
  return text;
}

namespace {

[[noreturn]] void throw_bad_rule(std::string_view text) {
  throw Error(fmt::format("{} is not a rule for multiword tokens", in_quotes(text)));
}

/// Removes a number and the character after it from the front of a text.
std::int32_t take_number(std::string_view& text, char end, std::string_view rule) {
  std::int32_t number = 0;
  const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool complete = failure == std::errc{} && stop < text.data() + text.size() && *stop == end;
  if (!complete) throw_bad_rule(rule);
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()) + 1);
  return number;
}

}  // namespace

SplitRule SplitRule::parse(std::string_view text) {
  SplitRule rule;
  if (!is_valid_utf8(text)) throw_bad_rule(text);
  Parts parts(text, ' ');
  for (std::string_view part; parts.next(part);) {
    Word word;
    while (!part.empty() && part.front() != '<') {
      char c = part.front();
      part.remove_prefix(1);
      if (c == '\\') {
        if (part.empty()) throw_bad_rule(text);
        c = part.front() == 's' ? ' ' : part.front();
        part.remove_prefix(1);
      }
      word.literal += c;
    }
    if (!part.empty()) {
      part.remove_prefix(1);
      word.copies = true;
      word.front = take_number(part, ',', text);
      word.back = take_number(part, '>', text);
      if (!part.empty()) throw_bad_rule(text);
    }
    rule.words_.push_back(std::move(word));
  }
  if (!rule.can_be_read()) throw_bad_rule(text);
  return rule;
}

bool SplitRule::can_be_read() const {
  return words_.size() > 1 && std::ranges::all_of(words_, [](const Word& word) {
           return (word.copies || !word.literal.empty()) &&
                  word.literal.find_first_of("\t\r\n") == std::string::npos &&
                  word.front >= -kFarthest && word.front <= kFarthest && word.back >= 0 &&
                  word.back <= kFarthest;
         });
}

std::size_t SplitRule::ending() const {
  const bool cuts = std::ranges::all_of(
      words_, [](const Word& word) { return word.copies && word.literal.empty(); });
  return cuts ? static_cast<std::size_t>(words_.front().back) : 0;
}

std::vector<std::string> SplitRule::apply(std::string_view token) const {
  const std::u32string whole = decode_utf8(token);
  const auto size = static_cast<std::int64_t>(whole.size());
  std::vector<std::string> words;
  for (const Word& word : words_) {
    std::string text = word.literal;
    if (word.copies) {
      const std::int64_t begin = word.front < 0 ? size + word.front : word.front;
      const std::int64_t end = size - word.back;
      if (begin < 0 || begin >= end) return {};
      text += encode_utf8(std::u32string_view(whole).substr(static_cast<std::size_t>(begin),
                                                            static_cast<std::size_t>(end - begin)));
    }
    if (words.empty() && !word.literal.empty() && !whole.empty() && is_capital(whole.front())) {
      text = with_capital(text);
    }
    words.push_back(std::move(text));
  }
  return words;
}

}  // namespace panarc
