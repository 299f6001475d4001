#include "oracle/sentence_gold.h"

#include <fmt/format.h>

#include "panarc/error.h"

namespace panarc {

Gold gold_of(const Sentence& sentence, const LabelIds& labels) {
  Gold gold(sentence.heads());
  for (Node word = 1; word <= sentence.size(); ++word) {
    if (sentence.head(word) != kNoHead) gold.set_label(word, labels(sentence.deprel(word)));
  }
  return gold;
}

Gold constraints_of(const Sentence& sentence, const LabelIds& labels) {
  Gold gold(sentence.size());
  gold.set_reproduce_empty(false);
  for (Node word = 1; word <= sentence.size(); ++word) {
    const Constraint constraint = sentence.constraint(word);
    if (has(constraint, Constraint::kHead)) {
      const Node head = sentence.head(word);
      if (head == kNoHead) {
        throw Error({sentence.file(), sentence.line(word), 0},
                    fmt::format("the head of word {} is said to be known, but HEAD is _", word));
      }
      gold.set_heads(word, std::span(&head, 1));
    } else if (has(constraint, Constraint::kLeft)) {
      gold.set_side(word, Gold::Known::kLeft);
    } else if (has(constraint, Constraint::kRight)) {
      gold.set_side(word, Gold::Known::kRight);
    }
    if (has(constraint, Constraint::kLabel)) gold.set_label(word, labels(sentence.deprel(word)));
  }
  return gold;
}

}  // namespace panarc
