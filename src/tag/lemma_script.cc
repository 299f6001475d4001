#include "tag/lemma_script.h"

#include <fmt/format.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>

#include "base/common_run.h"
#include "io/text.h"
#include "io/utf8.h"
#include "panarc/error.h"

namespace panarc {
namespace {

using Characters = std::u32string;

/// The names of the cases, in the order of the enumeration.
constexpr std::array<std::string_view, 5> kCaseNames{"lower", "keep", "title", "upper", "whole"};
constexpr std::string_view kNothing = "-";

std::string raised(std::string_view text) {
  std::string result;
  icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())})
      .toUpper(icu::Locale::getRoot())
      .toUTF8String(result);
  return result;
}

/// The first character in upper case, the others in lower case.
std::string titled(std::string_view text) {
  std::string_view rest = text;
  take_character(rest);
  return raised(text.substr(0, text.size() - rest.size())) + lower_case(rest);
}

/// Where the first, or the last, `count` characters end or begin; nothing if there are fewer.
std::optional<std::size_t> skip_front(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (; count > 0; --count) {
    if (at == text.size()) return std::nullopt;
    ++at;
    while (at < text.size() && is_continuation(text[at])) ++at;
  }
  return at;
}
std::optional<std::size_t> skip_back(std::string_view text, std::size_t count) {
  std::size_t at = text.size();
  for (; count > 0; --count) {
    if (at == 0) return std::nullopt;
    --at;
    while (at > 0 && is_continuation(text[at])) --at;
  }
  return at;
}

std::string_view take_word(std::string_view& text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

std::string or_nothing(const std::string& text) {
  return text.empty() || text.starts_with(kNothing) ? std::string(kNothing) + text : text;
}
std::string without_mark(std::string_view text) {
  if (text.starts_with(kNothing)) text.remove_prefix(kNothing.size());
  return std::string(text);
}

}  // namespace

LemmaScript LemmaScript::between(std::string_view form, std::string_view lemma) {
  LemmaScript script;
  const Characters from = decode_utf8(lower_case(form));
  const Characters to = decode_utf8(lower_case(lemma));
  const CommonRun common = longest_common_run(from, to);
  // Letters added at the ends have the case of the lemma, if its length is the same.
  const Characters as_written = decode_utf8(lemma);
  const Characters& written = as_written.size() == to.size() ? as_written : to;
  if (common.size > 0) {
    script.front_off_ = static_cast<std::uint32_t>(common.in_first);
    script.back_off_ = static_cast<std::uint32_t>(from.size() - common.in_first - common.size);
    for (const Case choice : {Case::kLower, Case::kKeep, Case::kTitle, Case::kUpper}) {
      const Characters& added = choice == Case::kKeep ? written : to;
      script.case_ = choice;
      script.front_ = encode_utf8(added.substr(0, common.in_second));
      script.back_ = encode_utf8(added.substr(common.in_second + common.size));
      const bool writable = script.front_.find(' ') == std::string::npos &&
                            script.back_.find(' ') == std::string::npos;
      if (writable && script.applies_to(form) && script.apply(form) == lemma) return script;
    }
  }
  script = {};
  script.case_ = Case::kWhole;
  script.back_ = lemma;
  return script;
}

std::optional<LemmaScript::Case> LemmaScript::case_named(std::string_view name) {
  const auto found = std::ranges::find(kCaseNames, name);
  if (found == kCaseNames.end()) return std::nullopt;
  return static_cast<Case>(found - kCaseNames.begin());
}

std::string LemmaScript::text() const {
  const std::string_view name = kCaseNames[static_cast<std::size_t>(case_)];
  if (case_ == Case::kWhole) return fmt::format("{} {}", name, back_);
  return fmt::format("{} {} {} {} {}", name, front_off_, or_nothing(front_), back_off_,
                     or_nothing(back_));
}

LemmaScript LemmaScript::parse(std::string_view text) {
  const auto fail = [&] { throw Error(fmt::format("{} is not a lemma script", in_quotes(text))); };
  LemmaScript script;
  std::string_view rest = text;
  const auto its_case = case_named(take_word(rest));
  if (!its_case || rest.empty()) fail();
  script.case_ = *its_case;
  if (script.case_ == Case::kWhole) {
    script.back_ = rest;
    return script;
  }
  const auto front_off = parse_number(take_word(rest));
  script.front_ = without_mark(take_word(rest));
  const auto back_off = parse_number(take_word(rest));
  script.back_ = without_mark(take_word(rest));
  if (!front_off || !back_off) fail();
  script.front_off_ = static_cast<std::uint32_t>(*front_off);
  script.back_off_ = static_cast<std::uint32_t>(*back_off);
  if (script.text() != text) fail();
  return script;
}

bool LemmaScript::applies_to(std::string_view form) const {
  if (case_ == Case::kWhole) return true;
  const auto begin = skip_front(form, front_off_);
  const auto end = skip_back(form, back_off_);
  return begin && end && *begin < *end;
}

std::string LemmaScript::apply(std::string_view form) const {
  if (case_ == Case::kWhole) return back_;
  // A form may have fewer characters in lower case.
  const auto edited = [&](std::string_view text) {
    const std::size_t begin = skip_front(text, front_off_).value_or(0);
    const std::size_t end = skip_back(text, back_off_).value_or(text.size());
    if (begin >= end) return std::string(text);
    return front_ + std::string(text.substr(begin, end - begin)) + back_;
  };
  switch (case_) {
    case Case::kLower:
      return edited(lower_case(form));
    case Case::kTitle:
      return titled(edited(lower_case(form)));
    case Case::kUpper:
      return raised(edited(lower_case(form)));
    default:
      return edited(form);
  }
}

}  // namespace panarc
