#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/hash.h"
#include "feature/word_set.h"
#include "text/boundary_task.h"

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
class BoundaryFeatures {
 public:
  using Input = TextSpan;
  using State = BoundaryState;
  /// How many elements after a boundary a decision may depend on, and how many before it.
  static constexpr std::size_t kAhead = 128;
  static constexpr std::size_t kBehind = 8;
  static constexpr std::size_t kMaxKeys = 80;

  struct Scratch {
    std::array<std::uint64_t, kMaxKeys> keys;
    std::size_t count = 0;
  };

  /// The words must outlive it, as well as the keys that there are besides those of no use, if they
  /// are given: what occurs but once or twice in training would be learnt by heart.
  explicit BoundaryFeatures(const WordSet& words, const WordSet* common = nullptr)
      : words_(words), common_(common) {}

  void gather(const State& state, const Input& span, Scratch& scratch) const;
  static std::size_t keys(std::size_t /*group*/, const Scratch& scratch, std::uint64_t* out) {
    for (std::size_t i = 0; i < scratch.count; ++i) out[i] = scratch.keys[i];
    return scratch.count;
  }
  static std::size_t passing_keys(const Scratch& scratch, std::uint64_t* out) {
    return keys(0, scratch, out);
  }
  static std::size_t group_count() { return 1; }
  static std::size_t key_count() { return kMaxKeys; }
  /// Hardly ever is a state the same as one before, so that nothing is kept.
  static bool is_simple(std::size_t /*group*/) { return false; }
  static std::uint64_t signature(const Scratch& scratch) { return scratch.keys[0]; }
  static std::uint64_t signature(std::size_t /*group*/, const Scratch& s) { return s.keys[0]; }
  // There are no vectors of words.
  static std::size_t vector_count() { return 0; }
  static std::uint64_t vector_number(std::size_t, const Scratch&) { return 0; }
  static std::span<const float> vector(std::uint64_t) { return {}; }
  static std::span<const std::uint64_t> vector_keys(std::size_t) { return {}; }

 private:
  const WordSet& words_;
  const WordSet* common_;
};

}  // namespace panarc
