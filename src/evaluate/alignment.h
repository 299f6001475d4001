#pragma once

#include <cstddef>
#include <vector>

#include "evaluate/passage.h"

namespace panarc {

/// What stands instead of a word if there is no counterpart.
inline constexpr Node kNotAligned = -2;

/// Which words of the two annotations correspond. Element 0 stands for ROOT.
struct Alignment {
  /// Words after the last one that the other side has; one of the two is 0.
  struct Rest {
    std::size_t gold = 0;
    std::size_t system = 0;
  };

  std::vector<Node> gold_to_system;
  std::vector<Node> system_to_gold;
  Rest rest;
};

/// Aligns the words of two passages with the same text as in the evaluation of the CoNLL 2018
/// shared task (Zeman et al. 2018): words at the same place in the text correspond; if either side
/// has a multiword token, those in a longest common subsequence of the forms do.
void align_words(const Passage& gold, const Passage& system, Alignment& alignment);

/// Reads two annotations of the same text in parallel: each time the shortest passage that ends
/// with a sentence in both. Memory is bounded by it.
///
/// There is one exception, because the script of the shared task aligns whole files. If words are
/// left at the end of a passage, and the other side continues with a multiword token, the script
/// also compares the forms of its words with those that are left. So the passage continues there.
class PassageReader {
 public:
  PassageReader(NextSentence gold, NextSentence system);

  /// Reads the next passage; false at the common end. Throws Error, with a place in the system's
  /// file, where the texts differ.
  bool next();

  [[nodiscard]] const Passage& gold() const { return gold_; }
  [[nodiscard]] const Passage& system() const { return system_; }
  /// Whether the passages are one sentence each, with the same words. Their tokens, and the text of
  /// these, may differ.
  [[nodiscard]] bool same_words() const { return same_words_; }
  /// How the words correspond; undefined if they are the same.
  [[nodiscard]] const Alignment& alignment() const { return alignment_; }

 private:
  void check_text();
  void read_to_common_end();
  /// Reads the next sentence if the passage continues; otherwise false.
  bool read_across_end();
  void read_more(Passage& passage, SentenceSource& source, const Passage& longer, const char* name);

  SentenceSource gold_source_;
  SentenceSource system_source_;
  Passage gold_;
  Passage system_;
  Alignment alignment_;
  bool same_words_ = false;
  std::size_t checked_ = 0;  // this much of the text is known to be equal
};

}  // namespace panarc
