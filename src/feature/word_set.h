#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace panarc {

/// A set of 64-bit hashes in one flat array, which can be written to a file and used in place.
///
/// The array is a power of two long and half empty or more; 0 marks an empty place, so the hash 0
/// is not kept.
class WordSet {
 public:
  WordSet() = default;
  explicit WordSet(std::span<const std::uint64_t> hashes);
  /// Uses an array of the form that `slots` gives; it must outlive the set. Throws Error if it has
  /// not that form.
  static WordSet over(std::span<const std::uint64_t> slots);

  WordSet(const WordSet&) = delete;
  WordSet& operator=(const WordSet&) = delete;
  WordSet(WordSet&&) noexcept = default;
  WordSet& operator=(WordSet&&) noexcept = default;
  ~WordSet() = default;

  [[nodiscard]] bool contains(std::uint64_t hash) const {
    if (slots_.empty()) return false;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = home(hash); slots_[at] != 0; at = (at + 1) & mask) {
      if (slots_[at] == hash) return true;
    }
    return false;
  }

  [[nodiscard]] std::span<const std::uint64_t> slots() const { return slots_; }

 private:
  /// The lowest bit of hashes of words is always set.
  [[nodiscard]] std::size_t home(std::uint64_t hash) const {
    return (hash >> 1U) & (slots_.size() - 1);
  }

  std::vector<std::uint64_t> own_;
  std::span<const std::uint64_t> slots_;
};

}  // namespace panarc
