#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "feature/word_set.h"
#include "text/split_task.h"

namespace panarc {

/// Turns a token that may be split into keys of features: its ending, the tokens around it, and
/// whether what is left without an ending is known to be a token.
class SplitFeatures {
 public:
  using Input = SplitInput;
  using State = SplitState;
  static constexpr std::size_t kMaxKeys = 80;

  struct Scratch {
    std::array<std::uint64_t, kMaxKeys> keys;
    std::size_t count = 0;
  };

  /// `tokens` has fact_hash() of those seen in training, and must outlive it.
  explicit SplitFeatures(const WordSet& tokens) : tokens_(tokens) {}

  void gather(const State& state, const Input& input, Scratch& scratch) const;
  static std::size_t keys(std::size_t /*group*/, const Scratch& scratch, std::uint64_t* out) {
    for (std::size_t i = 0; i < scratch.count; ++i) out[i] = scratch.keys[i];
    return scratch.count;
  }
  static std::size_t passing_keys(const Scratch& scratch, std::uint64_t* out) {
    return keys(0, scratch, out);
  }
  static std::size_t group_count() { return 1; }
  static std::size_t key_count() { return kMaxKeys; }
  static bool is_simple(std::size_t /*group*/) { return false; }
  static std::uint64_t signature(const Scratch& scratch) { return scratch.keys[0]; }
  static std::uint64_t signature(std::size_t /*group*/, const Scratch& s) { return s.keys[0]; }
  // There are no vectors of words.
  static std::size_t vector_count() { return 0; }
  static std::uint64_t vector_number(std::size_t, const Scratch&) { return 0; }
  static std::span<const float> vector(std::uint64_t) { return {}; }
  static std::span<const std::uint64_t> vector_keys(std::size_t) { return {}; }

 private:
  const WordSet& tokens_;
};

/// The hash of some characters.
std::uint64_t hash_of(std::u32string_view text);

}  // namespace panarc
