#include "query/expression.h"

#include <fmt/format.h>
#include <unicode/unistr.h>
#include <unicode/uregex.h>
#include <unicode/utext.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "io/utf8.h"
#include "panarc/error.h"
#include "query/lexer.h"

namespace panarc {

namespace {

using Condition = std::function<bool(const WordContext&)>;

/// A regular expression of ICU, for UTF-8. Not thread-safe.
class RegularExpression {
 public:
  /// Throws Error if it is invalid.
  explicit RegularExpression(std::string_view pattern) {
    // Steps of the matcher; some patterns would take exponential time.
    constexpr std::int32_t kMostSteps = 1000;
    const auto utf16 =
        icu::UnicodeString::fromUTF8({pattern.data(), static_cast<std::int32_t>(pattern.size())});
    UErrorCode status = U_ZERO_ERROR;
    UParseError place{};
    expression_.reset(uregex_open(utf16.getBuffer(), utf16.length(), 0, &place, &status));
    if (U_FAILURE(status) != 0) {
      throw Error(fmt::format("found {}, expected a regular expression: {} at its character {}",
                              in_quotes(pattern), u_errorName(status), place.offset));
    }
    uregex_setTimeLimit(expression_.get(), kMostSteps, &status);
  }

  /// Whether it matches some part of a text. Throws Error if this takes too
  /// long.
  [[nodiscard]] bool matches_in(std::string_view text) const {
    UErrorCode status = U_ZERO_ERROR;
    UText view = UTEXT_INITIALIZER;
    utext_openUTF8(&view, text.data(), static_cast<std::int64_t>(text.size()), &status);
    uregex_setUText(expression_.get(), &view, &status);
    const bool found = uregex_find(expression_.get(), -1, &status) != 0;
    utext_close(&view);
    if (U_FAILURE(status) != 0) {
      throw Error(fmt::format("the regular expression is too hard for {}: {}", in_quotes(text),
                              u_errorName(status)));
    }
    return found;
  }

 private:
  struct Close {
    void operator()(URegularExpression* expression) const { uregex_close(expression); }
  };

  std::unique_ptr<URegularExpression, Close> expression_;
};

/// One side of a comparison: an attribute or a constant.
struct Operand {
  std::optional<WordAttribute> attribute;
  QueryValue constant;
  std::string text;  // owns the text of a constant
  std::size_t offset = 0;

  [[nodiscard]] ValueType type() const { return attribute ? attribute->type() : constant.type; }
  [[nodiscard]] QueryValue value(const WordContext& context) const {
    if (attribute) return attribute->value(context);
    QueryValue value = constant;
    value.text = text;
    return value;
  }
};

std::string_view name_of(ValueType type) {
  switch (type) {
    case ValueType::kText:
      return "a text";
    case ValueType::kNumber:
      return "a number";
    case ValueType::kTruth:
      break;
  }
  return "true or false";
}

using Relation = bool (*)(const QueryValue&, const QueryValue&);

Relation relation_of(std::string_view sign) {
  using V = const QueryValue&;
  if (sign == "==") return [](V a, V b) { return a == b; };
  if (sign == "!=") return [](V a, V b) { return a != b; };
  if (sign == "<") return [](V a, V b) { return a.number < b.number; };
  if (sign == "<=") return [](V a, V b) { return a.number <= b.number; };
  if (sign == ">") return [](V a, V b) { return a.number > b.number; };
  return [](V a, V b) { return a.number >= b.number; };
}

/// Recursive descent; `or` binds less tightly than `and`, which binds less
/// tightly than `not`.
class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, const QueryScope& scope)
      : text_(text), scope_(scope), tokens_(read_tokens(text)) {}

  Condition run() {
    Condition condition = either();
    if (at().kind != TokenKind::kEnd) fail("`and`, `or` or the end");
    return condition;
  }

 private:
  [[nodiscard]] const QueryToken& at() const { return tokens_[next_]; }
  bool take(TokenKind kind) {
    if (at().kind != kind) return false;
    ++next_;
    return true;
  }
  [[noreturn]] void fail(std::string_view expected) const { fail(at(), expected); }
  [[noreturn]] void fail(const QueryToken& token, std::string_view expected) const {
    const std::string found = token.kind == TokenKind::kEnd ? "the end" : in_quotes(token.text);
    fail_at(text_, token.offset, fmt::format("found {}, expected {}", found, expected));
  }

  /// The result of a function; adds a place to its errors.
  template <class Function>
  [[nodiscard]] auto located(std::size_t offset, Function function) const {
    try {
      return function();
    } catch (const Error& error) {
      fail_at(text_, offset, error.message());
    }
  }

  Condition either() {
    std::vector<Condition> all{both()};
    while (take(TokenKind::kOr)) all.push_back(both());
    if (all.size() == 1) return all.front();
    return [all](const WordContext& context) {
      return std::ranges::any_of(all, [&](const Condition& one) { return one(context); });
    };
  }

  Condition both() {
    std::vector<Condition> all{one()};
    while (take(TokenKind::kAnd)) all.push_back(one());
    if (all.size() == 1) return all.front();
    return [all](const WordContext& context) {
      return std::ranges::all_of(all, [&](const Condition& one) { return one(context); });
    };
  }

  static Condition negated(const Condition& condition) {
    return [condition](const WordContext& context) { return !condition(context); };
  }

  Condition one() {
    // Reading and asking are recursive, and the stack is limited.
    constexpr int kDeepest = 200;
    constexpr int kMost = 10000;
    if (++depth_ > kDeepest) fail("fewer nested conditions");
    if (++count_ > kMost) fail("fewer conditions");
    Condition condition;
    if (take(TokenKind::kNot)) {
      condition = negated(one());
    } else if (take(TokenKind::kOpen)) {
      condition = either();
      if (!take(TokenKind::kClose)) fail("\")\"");
    } else {
      condition = comparison();
    }
    --depth_;
    return condition;
  }

  Condition comparison() {
    const Operand left = operand();
    const QueryToken sign = at();
    if (take(TokenKind::kIn)) return one_of(left);
    if (!take(TokenKind::kOperator)) {
      if (left.type() != ValueType::kTruth) fail("a comparison, such as ==");
      return [left](const WordContext& context) { return left.value(context).truth; };
    }
    if (sign.text.ends_with('~')) return matched(left, sign);
    Operand right = operand_after(left);
    check_types(left, sign, right);
    const Relation relation = relation_of(sign.text);
    return [left, right, relation](const WordContext& context) {
      return relation(left.value(context), right.value(context));
    };
  }

  /// Whoever compares a text with an unknown name may have meant a text.
  Operand operand_after(const Operand& left) {
    const QueryToken token = at();
    try {
      return operand();
    } catch (const Error& error) {
      if (token.kind != TokenKind::kName || left.type() != ValueType::kText) throw;
      throw Error(error.place(), fmt::format("{}; a text is written in quotation marks: \"{}\"",
                                             error.message(), token.text));
    }
  }

  void check_types(const Operand& left, const QueryToken& sign, const Operand& right) const {
    const bool by_size = sign.text.front() == '<' || sign.text.front() == '>';
    const ValueType expected = by_size ? ValueType::kNumber : left.type();
    for (const Operand* operand : {&left, &right}) {
      if (operand->type() == expected) continue;
      fail_at(text_, operand->offset,
              fmt::format("found {}, expected {} {} {}", name_of(operand->type()),
                          name_of(expected), operand == &left ? "before" : "after", sign.text));
    }
  }

  Condition matched(const Operand& left, const QueryToken& sign) {
    const QueryToken pattern = at();
    if (!take(TokenKind::kText)) fail("a regular expression in quotation marks");
    if (left.type() != ValueType::kText) {
      fail_at(text_, left.offset,
              fmt::format("found {}, expected a text before {}", name_of(left.type()), sign.text));
    }
    const auto expression =
        located(pattern.offset, [&] { return std::make_shared<RegularExpression>(pattern.text); });
    const Condition condition = [left, expression](const WordContext& context) {
      return expression->matches_in(left.value(context).text);
    };
    return sign.text == "!~" ? negated(condition) : condition;
  }

  Condition one_of(const Operand& left) {
    if (!take(TokenKind::kOpen)) fail("a list in parentheses");
    std::vector<Operand> all;
    do {
      all.push_back(operand());
      check_types(left, {TokenKind::kIn, "in", 0}, all.back());
    } while (take(TokenKind::kComma));
    if (!take(TokenKind::kClose)) fail("\",\" or \")\"");
    return [left, all](const WordContext& context) {
      const QueryValue value = left.value(context);
      return std::ranges::any_of(all,
                                 [&](const Operand& one) { return one.value(context) == value; });
    };
  }

  Operand operand() {
    const QueryToken token = at();
    Operand result;
    result.offset = token.offset;
    if (take(TokenKind::kName)) {
      result.attribute = located(token.offset, [&] { return WordAttribute(token.text, scope_); });
    } else if (take(TokenKind::kText)) {
      result.text = token.text;
    } else if (take(TokenKind::kNumber)) {
      result.constant = {.type = ValueType::kNumber, .number = number(token)};
    } else if (take(TokenKind::kTrue) || take(TokenKind::kFalse)) {
      result.constant = {.type = ValueType::kTruth, .truth = token.kind == TokenKind::kTrue};
    } else {
      fail("an attribute, a text in quotation marks or a number");
    }
    return result;
  }

  [[nodiscard]] double number(const QueryToken& token) const {
    double value = 0;
    const char* const end = token.text.data() + token.text.size();
    const auto [parsed, failure] = std::from_chars(token.text.data(), end, value);
    if (failure != std::errc{} || parsed != end) fail(token, "a number");
    return value;
  }

  std::string_view text_;
  QueryScope scope_;
  std::vector<QueryToken> tokens_;
  std::size_t next_ = 0;
  int depth_ = 0;
  int count_ = 0;
};

}  // namespace

Expression::Expression(std::string_view text, const QueryScope& scope)
    : condition_(ExpressionParser(text, scope).run()) {}

}  // namespace panarc
