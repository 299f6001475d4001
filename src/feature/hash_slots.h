#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace panarc {

// Flat hash tables: the number of slots is a power of two, at least half are empty, and 0 marks an
// empty one. A hash is in the first slot that was free, from its home on. `hash_of` returns the
// hash of a slot.

template <class Slot, class HashOf = std::identity>
std::size_t count_taken_slots(std::span<const Slot> slots, HashOf hash_of = {}) {
  const auto empty = std::ranges::count(slots, std::uint64_t{0}, hash_of);
  return slots.size() - static_cast<std::size_t>(empty);
}

/// Whether a table may have this many slots, and this many of them taken. Without an empty slot, a
/// search would never end; with only a few, it would be long.
constexpr bool can_be_slots(std::size_t size, std::size_t taken) {
  return std::has_single_bit(size) && taken <= size - taken;
}

/// The slot of a hash, or the empty slot where it belongs if it is missing.
template <class Slot, class HashOf = std::identity>
std::size_t find_slot(std::span<const Slot> slots, std::uint64_t hash, HashOf hash_of = {}) {
  const std::size_t mask = slots.size() - 1;
  // Skip the lowest bit of a word's hash: it is always set.
  std::size_t at = (hash >> 1U) & mask;
  for (;; at = (at + 1) & mask) {
    const std::uint64_t found = std::invoke(hash_of, slots[at]);
    if (found == hash || found == 0) return at;
  }
}

}  // namespace panarc
