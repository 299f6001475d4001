#include "tag/tag_scorer.h"

namespace panarc {

void TagLearningScorer::learn(const Update<TaggingState>& update, Changes& changes) {
  of_parts_.clear();
  of_parts_.violation = update.violation;
  of_parts_.step_limit = update.step_limit;
  of_parts_.margin = update.margin;
  coefficients_.assign(tags_.part_count(), 0);
  const auto terms = update.terms();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (const Tag part : tags_.parts(static_cast<Tag>(terms[i].cls))) {
      coefficients_[part] += terms[i].coefficient;
    }
    const bool last = i + 1 == terms.size() || terms[i + 1].state != terms[i].state;
    if (last) add_parts(of_parts_.add_state(update.state(terms[i].state)));
  }
  if (!of_parts_.empty()) scorer_.learn(of_parts_, changes);
}

void TagLearningScorer::add_parts(std::uint32_t state) {
  for (std::size_t part = 0; part < coefficients_.size(); ++part) {
    if (coefficients_[part] == 0) continue;
    of_parts_.add_term(state, static_cast<std::uint32_t>(part), coefficients_[part]);
    coefficients_[part] = 0;
  }
}

}  // namespace panarc
