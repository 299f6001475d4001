#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "panarc/sentence.h"

namespace panarc {

class Expression;

/// A condition on the words of a treebank, such as `deprel == "mark" and length > 3`. The guide to
/// queries describes the language.
class WordQuery {
 public:
  /// Throws Error, with the column, for a syntax error.
  explicit WordQuery(std::string_view text);
  ~WordQuery();
  WordQuery(WordQuery&&) noexcept;
  WordQuery& operator=(WordQuery&&) noexcept;
  WordQuery(const WordQuery&) = delete;
  WordQuery& operator=(const WordQuery&) = delete;

  /// The words that meet the condition, in order.
  [[nodiscard]] std::vector<Node> find(const Sentence& sentence) const;

 private:
  std::unique_ptr<const Expression> expression_;
};

}  // namespace panarc
