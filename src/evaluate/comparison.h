#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "panarc/sentence.h"

namespace panarc {

/// Relations of content words, of function words, and the rest (punctuation, and what is not in
/// Universal Dependencies), as the CoNLL 2018 shared task divides them. Subtypes do not count.
enum class RelationKind : std::uint8_t { kContent, kFunctional, kOther };

RelationKind relation_kind(std::string_view relation);

/// Whether two FEATS fields hold the same universal features, in any order. Other features,
/// layered ones such as `Number[psor]` included, do not count.
bool same_universal_features(std::string_view a, std::string_view b);

/// How a word of the system compares with the same word of the gold standard.
struct WordComparison {
  bool has_gold_head = false;
  bool has_system_head = false;
  bool gold_content = false;         ///< the gold relation is one of content words
  bool system_content = false;       ///< so is the system's
  bool tagged_punctuation = false;   ///< the gold tag is PUNCT
  bool written_punctuation = false;  ///< the form is punctuation: is_punctuation()

  bool same_head = false;           ///< false where either has none
  bool same_base_relation = false;  ///< without subtypes
  bool same_relation = false;
  bool same_upos = false;
  bool same_xpos = false;
  bool same_features = false;  ///< universal ones
  bool same_lemma = false;     ///< true whatever the system's is where the gold lemma is `_`

  /// The words that depend on it with a functional relation are the same, with the same base
  /// relation, tag and universal features. Words without a gold head are not looked at.
  bool same_function_words = true;
};

/// Compares the annotation of two sentences that have the same words, word by word. All scores
/// and analyses are counts of what it finds.
class SentenceComparison {
 public:
  /// Compares another pair, reusing the memory. The sentences must have the same number of words.
  void compare(const Sentence& gold, const Sentence& system);

  [[nodiscard]] Node size() const { return static_cast<Node>(words_.size()) - 1; }

  /// Words are numbered from 1.
  [[nodiscard]] const WordComparison& operator[](Node word) const {
    return words_[static_cast<std::size_t>(word)];
  }

 private:
  void compare_function_word(const Sentence& gold, const Sentence& system, Node word);

  std::vector<WordComparison> words_{1};  // element 0 stands for ROOT
};

}  // namespace panarc
