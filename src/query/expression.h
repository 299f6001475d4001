#pragma once

#include <memory>
#include <string_view>

#include "query/attribute.h"

namespace panarc {

/// A condition on words:
///
///   upos == "VERB" and (length > 3 or not projective)
///   deprel in ("nsubj", "csubj") and head.form ~ "^be"
///
/// Texts are compared with == and !=, numbers with < and the like, too; `~` looks for a regular
/// expression (of ICU) in a text.
class Expression {
 public:
  /// Throws Error that shows the column where something else was expected.
  Expression(std::string_view text, const QueryScope& scope);
  ~Expression();
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  Expression(const Expression&) = delete;
  Expression& operator=(const Expression&) = delete;

  [[nodiscard]] bool holds(const WordContext& context) const;

  /// What it is made of.
  struct Condition;

 private:
  std::unique_ptr<const Condition> condition_;
};

}  // namespace panarc
