#include <fmt/format.h>

#include <algorithm>

#include "io/utf8.h"
#include "treebank/projectivity.h"
#include "treebank/validate/checks.h"
#include "treebank/validate/words.h"

namespace panarc::validation {

namespace {

/// The arcs of a tree that are not projective, and which words they have in their gaps.
class Gaps {
 public:
  explicit Gaps(const TreeWords& words) : order_(projective_order(words.heads())) {
    // A projective tree, as most are, has none; this is the order of its words.
    if (std::ranges::is_sorted(order_.order)) return;
    const std::vector<bool> projective = projective_arcs(words.heads());
    for (const TreeWord& word : words.all()) {
      if (!projective[index_of(word.number)]) arcs_.push_back(&word);
    }
  }

  [[nodiscard]] bool has_gap(const TreeWord& word) const {
    return std::ranges::binary_search(arcs_, &word);
  }

  /// The first word whose arc has `word` in its gap, but not the head of `word`, which would be to
  /// blame otherwise.
  [[nodiscard]] const TreeWord* around(const TreeWord& word) const {
    for (const TreeWord* const arc : arcs_) {
      const auto [left, right] = std::minmax(arc->number, arc->head);
      if (word.number <= left || word.number >= right || dominates(arc->head, word.number)) {
        continue;
      }
      if (word.head < word.number ? left > word.head : right < word.head) return arc;
    }
    return nullptr;
  }

 private:
  [[nodiscard]] bool dominates(Node node, Node word) const {
    const Node rank = order_.rank[index_of(word)];
    return order_.first[index_of(node)] <= rank && rank <= order_.last[index_of(node)];
  }

  ProjectiveOrder order_;
  std::vector<const TreeWord*> arcs_;  // their dependents, in order
};

}  // namespace

void check_punctuation(const TreeWords& words, Reporter& reporter) {
  const auto is_punctuation = [](const TreeWord& word) { return word.relation == "punct"; };
  if (std::ranges::none_of(words.all(), is_punctuation)) return;
  const Gaps gaps(words);
  for (const TreeWord& word : words.all()) {
    if (!is_punctuation(word)) continue;
    const std::string form = in_quotes(word[Field::kForm]);
    if (const TreeWord* const arc = gaps.around(word)) {
      reporter.report("punct-causes-nonproj", *word.row, Field::kHead,
                      fmt::format("the arc of {} crosses the one between words {} and {}: expected "
                                  "punctuation where no arcs cross",
                                  form, arc->number, arc->head));
    }
    if (gaps.has_gap(word)) {
      reporter.report("punct-is-nonproj", *word.row, Field::kHead,
                      fmt::format("between {} and its head, word {}, are words that do not depend "
                                  "on that: expected punctuation where no arcs cross",
                                  form, word.head));
    }
  }
}

}  // namespace panarc::validation
