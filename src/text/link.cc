#include "text/link.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace panarc {
namespace {

bool is_one_of(char32_t code, std::u32string_view codes) {
  return codes.find(code) != std::u32string_view::npos;
}
constexpr bool is_letter(char32_t code) {
  return (code >= U'a' && code <= U'z') || (code >= U'A' && code <= U'Z');
}
constexpr bool is_alphanumeric(char32_t code) {
  return is_letter(code) || (code >= U'0' && code <= U'9');
}

/// Reads the beginning of a token.
class LinkFinder {
 public:
  LinkFinder(const Characters& text, std::size_t token, std::size_t high)
      : text_(text), token_(token), limit_(std::min(high, token + kLinkAhead)) {}

  [[nodiscard]] Link find() const {
    if (!is_alphanumeric(at(token_))) return {};
    std::size_t i = token_;
    while (is_alphanumeric(at(i)) || is_one_of(at(i), U"._%+-")) ++i;
    if (at(i) == U'@') return mailbox(i);
    const Link page = at(i) == U':' ? page_with_scheme(i) : Link{};
    return page.end > 0 ? page : page_with_name();
  }

 private:
  /// Nothing where nothing is visible.
  [[nodiscard]] char32_t at(std::size_t element) const {
    return element < limit_ ? text_.code(element) : U'\0';
  }
  static Link link_to(std::size_t end, bool is_page) {
    return {static_cast<std::uint32_t>(end), is_page};
  }

  /// The name of a computer: parts with dots between them, the last of which has no digits.
  struct Name {
    std::size_t end = 0;  ///< 0 if there is none
    std::size_t last = 0;
  };
  [[nodiscard]] Name name_at(std::size_t begin) const {
    Name name;
    std::size_t parts = 0;
    for (std::size_t i = begin;; ++i) {
      const std::size_t part = i;
      while (is_alphanumeric(at(i)) || at(i) == U'-') ++i;
      if (i == part) break;
      name = {i, part};
      ++parts;
      if (at(i) != U'.') break;
    }
    constexpr std::size_t kShortest = 2;
    bool is_name = parts > 1 && name.end - name.last >= kShortest;
    for (std::size_t i = name.last; i < name.end; ++i) is_name = is_name && is_letter(at(i));
    return is_name ? name : Name{};
  }

  [[nodiscard]] Link mailbox(std::size_t sign) const {
    const Name name = name_at(sign + 1);
    return name.end > 0 ? link_to(name.end, false) : Link{};
  }

  [[nodiscard]] Link page_with_scheme(std::size_t colon) const {
    for (std::size_t i = token_; i < colon; ++i) {
      if (!is_letter(at(i))) return {};
    }
    const std::size_t name = colon + 3;
    const bool begins = at(colon + 1) == U'/' && at(colon + 2) == U'/' && is_alphanumeric(at(name));
    return begins ? link_to(name + 1, true) : Link{};
  }

  /// Without a scheme: the dot may be a full stop after which a space is missing.
  [[nodiscard]] Link page_with_name() const {
    static constexpr std::array<std::u32string_view, 6> kKnown{U"com", U"edu",  U"gov",
                                                               U"net", U"info", U"org"};
    constexpr std::u32string_view kWeb = U"www.";
    const Name name = name_at(token_);
    if (name.end == 0) return {};
    std::u32string beginning;
    for (std::size_t i = 0; i < kWeb.size(); ++i) beginning += to_lower(at(token_ + i));
    std::u32string last;
    for (std::size_t i = name.last; i < name.end; ++i) last += to_lower(at(i));
    const bool known = beginning == kWeb || std::ranges::find(kKnown, last) != kKnown.end();
    return known ? link_to(name.end, is_one_of(at(name.end), U"/?#:")) : Link{};
  }

  const Characters& text_;
  std::size_t token_;
  std::size_t limit_;
};

/// What is part of the address of a page only if more of it follows.
bool is_punctuation(char32_t code) { return is_one_of(code, U".,:;!?"); }

/// What may be anywhere in it. Letters without case may belong to a word that follows without a
/// space.
bool is_in_page(const Characters& text, std::size_t element) {
  const CharClass cls = text.cls(element);
  return is_alphanumeric(text.code(element)) || cls == CharClass::kUpper ||
         cls == CharClass::kLower || is_one_of(text.code(element), U"/#&=%+-_~@$*([");
}

/// Whether an element closes a bracket that was opened after `begin`, and not too far away.
bool closes(const Characters& text, std::size_t begin, std::size_t element) {
  constexpr std::size_t kFarthest = 1000;
  begin = std::max(begin, element - std::min(element, kFarthest));
  const char32_t close = text.code(element);
  const char32_t open = close == U')' ? U'(' : U'[';
  int depth = 0;
  for (std::size_t i = begin; i < element; ++i) {
    if (text.code(i) == open) ++depth;
    if (text.code(i) == close) --depth;
  }
  return depth > 0;
}

}  // namespace

Link find_link(const Characters& text, std::size_t token, std::size_t high) {
  return LinkFinder(text, token, high).find();
}

bool is_in_link(const Link& link, const Characters& text, std::size_t token, std::size_t next,
                std::size_t high) {
  if (next < link.end) return true;
  if (!link.is_page) return false;
  if (is_one_of(text.code(next), U")]")) return closes(text, token, next);
  const std::size_t limit = std::min(high, next + kLinkAhead);
  while (next < limit && is_punctuation(text.code(next))) ++next;
  return next < limit && !text.is_space(next) && is_in_page(text, next);
}

bool is_before_link(const Characters& text, std::size_t next, std::size_t high) {
  return is_one_of(text.code(next - 1), U"<([{\"'\u00AB\u201C\u201E") &&
         find_link(text, next, high).end > 0;
}

}  // namespace panarc
