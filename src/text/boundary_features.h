#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash.h"
#include "feature/word_set.h"
#include "text/boundary_task.h"
#include "text/listed_keys.h"

namespace panarc {

/// What is known of words from the training text, each a question to a set of hashes.
enum class WordFact : std::uint64_t {
  kToken = 1,       ///< was a token, as it is written
  kLowerToken,      ///< was a token, in lower case
  kStartsSentence,  ///< was the first word of a sentence
  kCapitalInside,   ///< had a capital letter, and was not the first word of a sentence
};
constexpr std::uint64_t fact_hash(WordFact fact, std::uint64_t word) {
  return mix_bits(word + 0x632be59bd9b4e019ULL * static_cast<std::uint64_t>(fact)) | 1U;
}

/// Turns states of a text into keys of features: characters and classes around the boundary, the
/// token so far, the chunks between white space around, what is known of them, and how far the
/// sentence has come.
class BoundaryFeatures : public ListedKeys<TextSpan, BoundaryState, 80> {
 public:
  /// How many elements after a boundary a decision may depend on, and how many before it.
  static constexpr std::size_t kAhead = 128;
  static constexpr std::size_t kBehind = 8;

  /// The words must outlive it, as well as the keys that there are besides those of no use, if they
  /// are given: what occurs but once or twice in training would be learnt by heart.
  explicit BoundaryFeatures(const WordSet& words, const WordSet* common = nullptr)
      : words_(words), common_(common) {}

  void gather(const State& state, const Input& span, Scratch& scratch) const;

 private:
  const WordSet& words_;
  const WordSet* common_;
};

}  // namespace panarc
