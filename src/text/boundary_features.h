#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash.h"
#include "feature/word_set.h"
#include "scorer/linear/key_list.h"
#include "text/boundary_task.h"

namespace panarc {

/// What is known about a word from the training text. Each fact is looked up in a set of hashes.
enum class WordFact : std::uint64_t {
  kToken = 1,       ///< was a token, as it is written
  kLowerToken,      ///< was a token, in lower case
  kStartsSentence,  ///< was the first word of a sentence
  kCapitalInside,   ///< had a capital letter but was not the first word of a sentence
  kPart,            ///< was a word of several multiword tokens, in lower case
};
constexpr std::uint64_t fact_hash(WordFact fact, std::uint64_t word) {
  return mix_bits(word + 0x632be59bd9b4e019ULL * static_cast<std::uint64_t>(fact)) | 1U;
}

/// Turns states of a text into feature keys: characters and classes around the boundary, the token
/// so far, the surrounding chunks between white space, and what is known about them.
class BoundaryFeatures : public ListedKeys<TextSpan, BoundaryState, 80> {
 public:
  /// How many elements after a boundary, and before its token, a decision may depend on.
  static constexpr std::size_t kAhead = 128;
  static constexpr std::size_t kBehind = 8;

  /// If `common` is given, all other keys at white space are dropped: keys that occur only once or
  /// twice in training would be memorised. Both sets must outlive the features.
  explicit BoundaryFeatures(const WordSet& words, const WordSet* common = nullptr)
      : words_(words), common_(common) {}

  void gather(const State& state, const Input& span, Scratch& scratch) const;

 private:
  const WordSet& words_;
  const WordSet* common_;
};

}  // namespace panarc
