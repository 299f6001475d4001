#pragma once

#include <functional>
#include <string_view>

#include "query/attribute.h"

namespace panarc {

/// A condition on words:
///
///     upos == "VERB" and (length > 3 or not projective)
///     deprel in ("nsubj", "csubj") and head.form ~ "^be"
///
/// Texts are compared with == and !=, numbers also with <, > and so on; `~`
/// searches a text for a regular expression (of ICU).
class Expression {
 public:
  /// Throws Error, with the column, for a syntax error.
  Expression(std::string_view text, const QueryScope& scope);

  [[nodiscard]] bool holds(const WordContext& context) const { return condition_(context); }

 private:
  std::function<bool(const WordContext&)> condition_;
};

}  // namespace panarc
