#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace panarc {

enum class TokenKind : std::uint8_t {
  kName,
  kText,  ///< in quotation marks
  kNumber,
  kOperator,  ///< of comparison
  kAnd,
  kOr,
  kNot,
  kIn,
  kTrue,
  kFalse,
  kOpen,
  kClose,
  kComma,
  kEnd,
};

struct QueryToken {
  TokenKind kind = TokenKind::kEnd;
  /// As written; for a text, without the quotation marks.
  std::string text;
  std::size_t offset = 0;
};

/// Throws Error that shows a place in an expression.
[[noreturn]] void fail_at(std::string_view expression, std::size_t offset,
                          const std::string& message);

/// The tokens of an expression, including the end. Throws Error.
std::vector<QueryToken> read_tokens(std::string_view expression);

}  // namespace panarc
