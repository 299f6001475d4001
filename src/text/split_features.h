#pragma once

#include <cstddef>
#include <cstdint>

#include "feature/word_set.h"
#include "text/listed_keys.h"
#include "text/split_task.h"

namespace panarc {

/// Turns a token that may be split into feature keys: its ending, the tokens around it, and whether
/// what is left without an ending is known to be a token.
class SplitFeatures : public ListedKeys<SplitInput, SplitState, 80> {
 public:
  /// `tokens` has the fact_hash() of each token seen in training, and must outlive it.
  explicit SplitFeatures(const WordSet& tokens) : tokens_(tokens) {}

  void gather(const State& state, const Input& input, Scratch& scratch) const;

 private:
  const WordSet& tokens_;
};

/// The hash of some characters.
std::uint64_t hash_of(std::u32string_view text);

}  // namespace panarc
