#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "feature/hash_slots.h"

namespace panarc {

/// A set of 64-bit hashes in one flat array, which can be written to a file and used in place. The
/// hash 0 marks an empty slot, so it cannot be in the set.
class WordSet {
 public:
  WordSet() = default;
  explicit WordSet(std::span<const std::uint64_t> hashes);
  /// Uses an array as returned by `slots`, which must outlive the set. Throws Error if it is
  /// invalid.
  static WordSet over(std::span<const std::uint64_t> slots);

  WordSet(const WordSet&) = delete;
  WordSet& operator=(const WordSet&) = delete;
  WordSet(WordSet&&) noexcept = default;
  WordSet& operator=(WordSet&&) noexcept = default;
  ~WordSet() = default;

  [[nodiscard]] bool contains(std::uint64_t hash) const {
    if (slots_.empty()) return false;
    return slots_[find_slot(slots_, hash)] != 0;
  }

  [[nodiscard]] std::span<const std::uint64_t> slots() const { return slots_; }

 private:
  std::vector<std::uint64_t> own_;
  std::span<const std::uint64_t> slots_;
};

}  // namespace panarc
