#include "treebank/validate/checks.h"
#include "treebank/validate/gaps.h"
#include "treebank/validate/words.h"

namespace panarc::validation {

void check_punctuation(const TreeWords& words, const Gaps& gaps, Reporter& reporter) {
  for (const TreeWord& word : words.all()) {
    if (word.relation != "punct") continue;
    if (const TreeWord* const arc = gaps.around(word)) {
      reporter.report("punct-causes-nonproj", *word.row, Field::kHead,
                      "the arc of {} crosses the one between words {} and {}: expected punctuation "
                      "where no arcs cross",
                      word.quoted_form(), arc->number, arc->head);
    }
    if (gaps.has_gap(word)) {
      reporter.report("punct-is-nonproj", *word.row, Field::kHead,
                      "between {} and its head, word {}, are words that do not depend on that: "
                      "expected punctuation where no arcs cross",
                      word.quoted_form(), word.head);
    }
  }
}

}  // namespace panarc::validation
