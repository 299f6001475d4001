#include "panarc/treebank.h"
#include "treebank/projectivity.h"

namespace panarc {

bool SentenceFilter::operator()(const Sentence& sentence) const {
  if (max_words && static_cast<std::size_t>(sentence.size()) > *max_words) return false;
  if (max_roots && count_roots(sentence.heads()) > *max_roots) return false;
  if (where && !where(sentence)) return false;
  return !projective_only || is_projective(sentence.heads());
}

}  // namespace panarc
