#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/hash.h"

namespace panarc {

/// Fills a list with feature keys, each made from the number of its template, which is its position
/// in the list, and some values.
class KeyList {
 public:
  /// `first` is one less than the number of the first template.
  KeyList(std::span<std::uint64_t> keys, std::size_t& count, std::uint64_t first = 0)
      : keys_(keys), count_(count), template_(first) {
    count_ = 0;
  }

  template <class... Values>
  void add(Values... values) {
    std::uint64_t hash = ++template_;
    ((hash = mixed(hash ^ static_cast<std::uint64_t>(values))), ...);
    // A key is never 0.
    keys_[count_++] = mix_bits(hash) | 1U;
  }

 private:
  static std::uint64_t mixed(std::uint64_t hash) {
    hash *= 0x9e3779b97f4a7c15ULL;
    return hash ^ (hash >> 32U);
  }

  std::span<std::uint64_t> keys_;
  std::size_t& count_;
  std::uint64_t template_;
};

}  // namespace panarc
