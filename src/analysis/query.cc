#include "panarc/analysis.h"

#include "query/expression.h"

namespace panarc {

WordQuery::WordQuery(std::string_view text)
    : expression_(std::make_unique<Expression>(text, QueryScope())) {}
WordQuery::~WordQuery() = default;
WordQuery::WordQuery(WordQuery&&) noexcept = default;
WordQuery& WordQuery::operator=(WordQuery&&) noexcept = default;

std::vector<Node> WordQuery::find(const Sentence& sentence) const {
  SentenceView view;
  view.look_at(sentence);
  std::vector<Node> found;
  WordContext context;
  for (Node word = 1; word <= sentence.size(); ++word) {
    context.sides[0] = {.view = &view, .word = word};
    if (expression_->holds(context)) found.push_back(word);
  }
  return found;
}

}  // namespace panarc
