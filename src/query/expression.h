#pragma once

#include <memory>
#include <string_view>

#include "query/attribute.h"

namespace panarc {

/// A condition on words:
///
///     upos == "VERB" and (length > 3 or not projective)
///     deprel in ("nsubj", "csubj") and head.form ~ "^be"
///
/// Texts are compared with == and !=, numbers also with <, > and so on; `~` searches a text for a
/// regular expression (of ICU).
class Expression {
 public:
  /// Throws Error, with the column, for a syntax error.
  Expression(std::string_view text, const QueryScope& scope);
  ~Expression();
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  Expression(const Expression&) = delete;
  Expression& operator=(const Expression&) = delete;

  [[nodiscard]] bool holds(const WordContext& context) const;

  /// The syntax tree of a condition.
  struct Condition;

 private:
  std::unique_ptr<const Condition> condition_;
};

}  // namespace panarc
