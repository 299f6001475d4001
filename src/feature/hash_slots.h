#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace panarc {

// Flat tables of hashes of words: a power of two of places, half empty or more, where 0 marks an
// empty one. A hash is in the first place from its home on that was free. `hash_of` gives that of a
// place.

template <class Slot, class HashOf = std::identity>
std::size_t count_taken_slots(std::span<const Slot> slots, HashOf hash_of = {}) {
  const auto empty = std::ranges::count(slots, std::uint64_t{0}, hash_of);
  return slots.size() - static_cast<std::size_t>(empty);
}

/// Whether a table may have so many places, and so many of them taken. Without an empty one, the
/// search for a hash would be endless; with few of them, it would be long.
constexpr bool can_be_slots(std::size_t size, std::size_t taken) {
  return std::has_single_bit(size) && taken <= size - taken;
}

/// The place of a hash; the empty place where it would have to be if it is not there.
template <class Slot, class HashOf = std::identity>
std::size_t find_slot(std::span<const Slot> slots, std::uint64_t hash, HashOf hash_of = {}) {
  const std::size_t mask = slots.size() - 1;
  // The lowest bit of the hash of a word says nothing: it is always set.
  std::size_t at = (hash >> 1U) & mask;
  for (;; at = (at + 1) & mask) {
    const std::uint64_t found = std::invoke(hash_of, slots[at]);
    if (found == hash || found == 0) return at;
  }
}

}  // namespace panarc
