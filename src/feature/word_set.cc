#include "feature/word_set.h"

#include <bit>

#include "panarc/error.h"

namespace panarc {

WordSet::WordSet(std::span<const std::uint64_t> hashes)
    : own_(std::bit_ceil(2 * hashes.size() + 2)), slots_(own_) {
  for (const std::uint64_t hash : hashes) own_[find_slot(slots_, hash)] = hash;
}

WordSet WordSet::over(std::span<const std::uint64_t> slots) {
  if (!slots.empty() && !can_be_slots(slots.size(), count_taken_slots(slots))) {
    throw Error("the table of known words is damaged");
  }
  WordSet set;
  set.slots_ = slots;
  return set;
}

}  // namespace panarc
