#include "feature/word_set.h"

#include <algorithm>
#include <bit>

#include "panarc/error.h"

namespace panarc {

WordSet::WordSet(std::span<const std::uint64_t> hashes)
    : own_(std::bit_ceil(2 * hashes.size() + 2)), slots_(own_) {
  const std::size_t mask = own_.size() - 1;
  for (const std::uint64_t hash : hashes) {
    std::size_t at = home(hash);
    while (own_[at] != 0 && own_[at] != hash) at = (at + 1) & mask;
    own_[at] = hash;
  }
}

WordSet WordSet::over(std::span<const std::uint64_t> slots) {
  // An array without an empty place would make the search for a word endless, one with few of them
  // would make it long.
  const auto empty =
      static_cast<std::size_t>(std::count(slots.begin(), slots.end(), std::uint64_t{0}));
  const bool half_empty = empty >= slots.size() - empty;
  if (!slots.empty() && (!std::has_single_bit(slots.size()) || !half_empty)) {
    throw Error("the table of known words is damaged");
  }
  WordSet set;
  set.slots_ = slots;
  return set;
}

}  // namespace panarc
