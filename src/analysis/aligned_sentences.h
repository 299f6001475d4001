#pragma once

#include <cstddef>
#include <vector>

#include "evaluate/alignment.h"
#include "evaluate/comparison.h"
#include "query/attribute.h"

namespace panarc {

/// Reads a gold standard sentence by sentence, with the corresponding words of a system.
class AlignedSentences {
 public:
  AlignedSentences(NextSentence gold, NextSentence system);

  /// Goes to the next sentence of the gold standard; false at the end.
  bool next();

  [[nodiscard]] const Sentence& gold() const { return passages_.gold().sentence(sentence_); }
  /// The counterpart of a word, and how it compares; valid until next().
  [[nodiscard]] AnnotatedWord system(Node word) const;
  /// The gold words with the system's heads and relations. A word has none if the system lacks that
  /// word or puts its head in another sentence. Valid until next().
  const Sentence& system_tree();

 private:
  bool next_passage();
  [[nodiscard]] Node head_in_gold(Node word) const;

  PassageReader passages_;
  SentenceComparison comparison_;
  std::vector<SentenceView> views_;  // of the system's sentences
  std::size_t sentence_ = 0;
  Node words_before_ = 0;  // in the passage
  Sentence tree_;          // of the system, if its words differ
};

}  // namespace panarc
