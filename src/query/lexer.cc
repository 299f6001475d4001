#include "query/lexer.h"

#include <fmt/format.h>

#include <array>

#include "io/utf8.h"
#include "panarc/error.h"

namespace panarc {

namespace {

struct Written {
  std::string_view text;
  TokenKind kind;
};

constexpr auto kKeywords = std::to_array<Written>({{"and", TokenKind::kAnd},
                                                   {"or", TokenKind::kOr},
                                                   {"not", TokenKind::kNot},
                                                   {"in", TokenKind::kIn},
                                                   {"true", TokenKind::kTrue},
                                                   {"false", TokenKind::kFalse}});

// Longer ones before those they begin with.
constexpr auto kSigns = std::to_array<Written>({{"==", TokenKind::kOperator},
                                                {"!=", TokenKind::kOperator},
                                                {"!~", TokenKind::kOperator},
                                                {"<=", TokenKind::kOperator},
                                                {">=", TokenKind::kOperator},
                                                {"<", TokenKind::kOperator},
                                                {">", TokenKind::kOperator},
                                                {"~", TokenKind::kOperator},
                                                {"&&", TokenKind::kAnd},
                                                {"||", TokenKind::kOr},
                                                {"!", TokenKind::kNot},
                                                {"(", TokenKind::kOpen},
                                                {")", TokenKind::kClose},
                                                {",", TokenKind::kComma}});

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
/// Features can be layered: `feats.Number[psor]`.
bool goes_on_name(char c) {
  return is_letter(c) || is_digit(c) || c == '.' || c == '[' || c == ']';
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<QueryToken> run() {
    std::vector<QueryToken> tokens;
    do {
      while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
      tokens.push_back(next());
    } while (tokens.back().kind != TokenKind::kEnd);
    return tokens;
  }

 private:
  QueryToken next() {
    if (at_ == text_.size()) return {TokenKind::kEnd, "", at_};
    const char first = text_[at_];
    if (first == '"' || first == '\'') return quoted(first);
    if (is_digit(first)) return {TokenKind::kNumber, taken_while(is_digit_or_point), start_};
    if (is_letter(first)) return name();
    for (const Written& sign : kSigns) {
      if (!text_.substr(at_).starts_with(sign.text)) continue;
      const std::size_t offset = at_;
      at_ += sign.text.size();
      return {sign.kind, std::string(sign.text), offset};
    }
    const bool single = first == '=';
    fail_at(text_, at_,
            single ? "found \"=\", expected \"==\""
                   : fmt::format("found {}, expected an attribute, a text in quotation marks, a "
                                 "number or an operator",
                                 in_quotes(text_.substr(at_))));
  }

  static bool is_digit_or_point(char c) { return is_digit(c) || c == '.'; }

  template <class Predicate>
  std::string taken_while(Predicate goes_on) {
    start_ = at_;
    while (at_ < text_.size() && goes_on(text_[at_])) ++at_;
    return std::string(text_.substr(start_, at_ - start_));
  }

  QueryToken name() {
    QueryToken token{TokenKind::kName, taken_while(goes_on_name), start_};
    for (const Written& keyword : kKeywords) {
      if (keyword.text == token.text) token.kind = keyword.kind;
    }
    return token;
  }

  QueryToken quoted(char mark) {
    QueryToken token{TokenKind::kText, "", at_++};
    for (; at_ < text_.size() && text_[at_] != mark; ++at_) {
      const bool escapes = text_[at_] == '\\' && at_ + 1 < text_.size() &&
                           (text_[at_ + 1] == mark || text_[at_ + 1] == '\\');
      if (escapes) ++at_;
      token.text += text_[at_];
    }
    if (at_ == text_.size()) fail_at(text_, token.offset, "the text that begins here has no end");
    ++at_;
    return token;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;
};

}  // namespace

void fail_at(std::string_view expression, std::size_t offset, const std::string& message) {
  const std::size_t before = count_characters(expression.substr(0, offset));
  throw Error(fmt::format("column {}: {}\n  {}\n  {:>{}}", before + 1, message, expression, '^',
                          before + 1));
}

std::vector<QueryToken> read_tokens(std::string_view expression) {
  if (!is_valid_utf8(expression)) {
    throw Error(fmt::format("found {}, expected UTF-8", in_quotes(expression)));
  }
  return Lexer(expression).run();
}

}  // namespace panarc
