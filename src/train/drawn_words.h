#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "feature/encoder.h"
#include "feature/word_set.h"
#include "panarc/treebank.h"
#include "task/encoded_sentence.h"

namespace panarc {

/// A word of an example that may be treated as unknown.
struct RareWord {
  Node word = 0;
  std::uint32_t column = 0;
};

/// The words of an example, some of which may be treated as unknown.
struct DrawnWords {
  EncodedSentence words;
  std::vector<RareWord> rare;

  DrawnWords() = default;
  /// Words that are not in `frequent` are rare.
  DrawnWords(const Sentence& sentence, const WordEncoder& encoder, const WordSet& frequent);

  /// The words, with each rare one unknown with the given probability.
  void draw_words(double rare_rate, Random& random, EncodedSentence& drawn) const;
};

/// The forms and lemmas of sentences, in ascending order of their hashes.
struct SeenWords {
  std::vector<std::uint64_t> all;
  std::vector<std::uint64_t> frequent;  ///< those that occur more often than `rare_count`

  SeenWords(std::span<const Sentence> sentences, int rare_count);
};

}  // namespace panarc
