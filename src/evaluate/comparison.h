#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "evaluate/alignment.h"
#include "panarc/treebank.h"

namespace panarc {

/// Relations of content words, of function words, and the rest (punctuation, and relations outside
/// Universal Dependencies), as in the CoNLL 2018 shared task. Subtypes are ignored.
enum class RelationKind : std::uint8_t { kContent, kFunctional, kOther };

RelationKind relation_kind(std::string_view relation);

/// Whether two FEATS fields have the same universal features, in any order. Other features,
/// including layered ones such as `Number[psor]`, are ignored.
bool same_universal_features(std::string_view a, std::string_view b);

/// How a word of the system compares with the same word of the gold standard. If the texts are
/// divided into words differently, it may be in only one of them; then nothing is the same.
struct WordComparison {
  bool in_gold = true;
  bool in_system = true;
  bool has_gold_head = false;
  bool has_system_head = false;
  bool gold_content = false;         ///< the gold relation is one of content words
  bool system_content = false;       ///< so is the system's
  bool tagged_punctuation = false;   ///< the gold tag is PUNCT
  bool written_punctuation = false;  ///< the form is punctuation: is_punctuation()

  bool same_head = false;           ///< false if either has none
  bool same_base_relation = false;  ///< without subtypes
  bool same_relation = false;
  bool same_upos = false;
  bool same_xpos = false;
  bool same_features = false;  ///< universal ones
  bool same_lemma = false;     ///< always true if the gold lemma is `_`

  /// The dependents of the word with functional relations are the same, with the same base
  /// relation, tag and universal features. Words without a gold head are ignored.
  bool same_function_words = true;
};

/// Compares two annotations of a sentence, or of a passage, word by word. All scores and analyses
/// count its results.
class SentenceComparison {
 public:
  /// Compares another pair, reusing the memory. The sentences must have the same number of words.
  void compare(const Sentence& gold, const Sentence& system);
  /// Compares passages of the same text.
  void compare(const Passage& gold, const Passage& system, const Alignment& alignment);

  [[nodiscard]] Node size() const { return static_cast<Node>(words_.size()) - 1; }

  /// Gold words are numbered from 1; after them come the system words that are not aligned.
  [[nodiscard]] const WordComparison& operator[](Node word) const {
    return words_[static_cast<std::size_t>(word)];
  }

 private:
  template <class Text, class Aligned>
  void compare_words(const Text& gold, const Text& system, const Aligned& aligned);
  template <class Text, class Aligned>
  void compare_function_words(const Text& gold, const Text& system, const Aligned& aligned);

  std::vector<WordComparison> words_{1};  // element 0 stands for ROOT
};

/// Whether all characters of a form are in Unicode's punctuation categories. Symbols such as `$` or
/// `+` are not.
bool is_punctuation(std::string_view form);

}  // namespace panarc
