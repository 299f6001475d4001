#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "feature/word_set.h"
#include "scorer/linear/listed_keys.h"
#include "text/split_task.h"

namespace panarc {

/// Turns a token that may be split into feature keys: its beginning and ending, the tokens around
/// it, and whether what is left without them is known to be a token, or a part of one.
class SplitFeatures : public ListedKeys<SplitInput, SplitState, 80> {
 public:
  /// `words` has the fact_hash() of what is known from training, and must outlive it.
  explicit SplitFeatures(const WordSet& words) : words_(words) {}

  void gather(const State& state, const Input& input, Scratch& scratch) const;

 private:
  const WordSet& words_;
};

/// The hash of some characters.
std::uint64_t hash_of(std::u32string_view text);

}  // namespace panarc
