#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "oracle/swap_state.h"

namespace panarc {

/// Numbers the states of one tree in the order in which they are added.
class SwapStateTable {
 public:
  /// The number of a state; a new one if it is not in the table.
  int intern(const SwapState& state);
  /// The number of a state, or -1 if it is not in the table.
  [[nodiscard]] int find(const SwapState& state) const;
  /// Sets `state`, which must be of the same tree, to the one with this number.
  void load(int number, SwapState& state) const;

  [[nodiscard]] std::size_t size() const { return keys_.size(); }

 private:
  /// The stack; a separator that tells how many words at the end of the sentence are untouched; and
  /// the buffer in front of those.
  using Key = std::vector<Node>;

  static Key key_of(const SwapState& state);

  std::unordered_map<Key, int, NumbersHash> numbers_;
  std::vector<const Key*> keys_;
};

}  // namespace panarc
