#include "text/split_rule.h"

#include <fmt/format.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <charconv>

#include "base/common_run.h"
#include "io/text.h"
#include "io/utf8.h"
#include "panarc/error.h"
#include "text/char_class.h"

namespace panarc {
namespace {

/// Cuts farther than this from the end of a token are not learnt, and not accepted in a file.
constexpr std::int32_t kFarthest = 255;

/// What a word takes over from the token; nothing if that is too little.
CommonRun common_run(std::u32string_view token, std::u32string_view word,
                     SplitRule::Common common) {
  switch (common) {
    case SplitRule::Common::kBeginning: {
      const auto end = std::ranges::mismatch(token, word).in1;
      return {0, 0, static_cast<std::size_t>(end - token.begin())};
    }
    case SplitRule::Common::kEnding: {
      const auto end =
          std::mismatch(token.rbegin(), token.rend(), word.rbegin(), word.rend()).first;
      const auto size = static_cast<std::size_t>(end - token.rbegin());
      return {token.size() - size, word.size() - size, size};
    }
    default: {
      // With fewer, the rule would apply to tokens that just look alike.
      constexpr std::size_t kWorthCopying = 3;
      const CommonRun run = longest_common_run(token, word);
      return run.size >= kWorthCopying ? run : CommonRun{};
    }
  }
}

bool is_capital(char32_t character) { return char_class(character) == CharClass::kUpper; }

std::string with_capital(std::string_view text) {
  std::string_view rest = text;
  const char32_t first = take_character(rest);
  std::string result;
  append_utf8(result, static_cast<char32_t>(u_toupper(static_cast<UChar32>(first))));
  return result.append(rest);
}

/// Characters with a meaning in rules are escaped as in MISC.
void append_escaped(std::string& text, std::string_view fixed) {
  for (const char c : fixed) {
    if (c == ' ') {
      text += "\\s";
    } else if (c == '\\' || c == '<') {
      text.append("\\").append(1, c);
    } else {
      text += c;
    }
  }
}

}  // namespace

SplitRule SplitRule::between(std::string_view token, std::span<const std::string_view> words,
                             std::size_t stem, Common common) {
  const std::u32string whole = decode_utf8(token);
  const auto size = static_cast<std::int32_t>(whole.size());
  std::u32string joined;
  for (const std::string_view word : words) joined += decode_utf8(word);
  const bool cuts = joined == whole;
  SplitRule rule;
  std::int32_t at = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::u32string characters = decode_utf8(words[i]);
    Word word;
    if (cuts) {
      const std::int32_t end = at + static_cast<std::int32_t>(characters.size());
      word.copies = true;
      word.begin = i <= stem ? at : at - size;
      word.end = i < stem ? -end : size - end;
      at = end;
    } else {
      const std::u32string lower = to_lower(characters);
      const bool copies = i == stem && size <= kFarthest;
      const CommonRun run = copies ? common_run(to_lower(whole), lower, common) : CommonRun{};
      word.copies = run.size > 0;
      const std::size_t begin = word.copies ? run.in_second : lower.size();
      word.before = encode_utf8(std::u32string_view(lower).substr(0, begin));
      if (word.copies) {
        word.begin = static_cast<std::int32_t>(run.in_first);
        word.end = size - word.begin - static_cast<std::int32_t>(run.size);
        word.after = encode_utf8(std::u32string_view(lower).substr(begin + run.size));
      }
    }
    rule.words_.push_back(std::move(word));
  }
  return rule;
}

std::string SplitRule::text() const {
  std::string text;
  for (const Word& word : words_) {
    if (!text.empty()) text += ' ';
    append_escaped(text, word.before);
    if (word.copies) text += fmt::format("<{},{}>", word.begin, word.end);
    append_escaped(text, word.after);
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

SplitRule::Word SplitRule::take_word(std::string_view text, std::string_view rule) {
  Word word;
  const auto take_fixed = [&](std::string& fixed) {
    while (!text.empty() && text.front() != '<') {
      char c = text.front();
      text.remove_prefix(1);
      if (c == '\\') {
        if (text.empty()) throw_bad_rule(rule);
        c = text.front() == 's' ? ' ' : text.front();
        text.remove_prefix(1);
      }
      fixed += c;
    }
  };
  take_fixed(word.before);
  if (text.empty()) return word;
  text.remove_prefix(1);
  word.copies = true;
  word.begin = take_number(text, ',', rule);
  word.end = take_number(text, '>', rule);
  take_fixed(word.after);
  if (!text.empty()) throw_bad_rule(rule);
  return word;
}

SplitRule SplitRule::parse(std::string_view text) {
  SplitRule rule;
  if (!is_valid_utf8(text)) throw_bad_rule(text);
  for (const std::string_view part : Parts(text, ' ')) rule.words_.push_back(take_word(part, text));
  if (!rule.can_be_read()) throw_bad_rule(text);
  return rule;
}

bool SplitRule::can_be_read() const {
  const auto is_near = [](std::int32_t cut) { return cut >= -kFarthest && cut <= kFarthest; };
  const auto is_line = [](std::string_view fixed) {
    return fixed.find_first_of("\t\r\n") == std::string_view::npos;
  };
  return words_.size() > 1 && std::ranges::all_of(words_, [&](const Word& word) {
           return (word.copies || !word.before.empty()) && is_line(word.before) &&
                  is_line(word.after) && is_near(word.begin) && is_near(word.end);
         });
}

std::optional<SplitRule::Affixes> SplitRule::affixes() const {
  const auto stem = std::ranges::find_if(
      words_, [](const Word& word) { return word.copies && word.begin >= 0 && word.end >= 0; });
  if (stem == words_.end()) return std::nullopt;
  return Affixes{static_cast<std::size_t>(stem->begin), static_cast<std::size_t>(stem->end)};
}

std::vector<std::string> SplitRule::apply(std::string_view token) const {
  const std::u32string whole = decode_utf8(token);
  const auto size = static_cast<std::int64_t>(whole.size());
  std::vector<std::string> words;
  for (const Word& word : words_) {
    std::string text = word.before;
    if (word.copies) {
      const std::int64_t begin = word.begin < 0 ? size + word.begin : word.begin;
      const std::int64_t end = word.end < 0 ? -word.end : size - word.end;
      if (begin < 0 || begin >= end || end > size) return {};
      text += encode_utf8(std::u32string_view(whole).substr(static_cast<std::size_t>(begin),
                                                            static_cast<std::size_t>(end - begin)));
    }
    text += word.after;
    if (words.empty() && !word.before.empty() && !whole.empty() && is_capital(whole.front())) {
      text = with_capital(text);
    }
    words.push_back(std::move(text));
  }
  return words;
}

}  // namespace panarc
