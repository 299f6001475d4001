#pragma once

#include <algorithm>
#include <array>
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

/// The base of features that are one list of keys per state: all that scorers need except gather(),
/// which puts the keys into the scratch.
template <class InputType, class StateType, std::size_t kMost>
class ListedKeys {
 public:
  using Input = InputType;
  using State = StateType;

  struct Scratch {
    std::array<std::uint64_t, kMost> keys;
    std::size_t count = 0;
  };

  static std::size_t keys(std::size_t /*group*/, const Scratch& scratch, std::uint64_t* out) {
    std::copy_n(scratch.keys.begin(), scratch.count, out);
    return scratch.count;
  }
  static std::size_t passing_keys(const Scratch& scratch, std::uint64_t* out) {
    return keys(0, scratch, out);
  }
  static std::size_t group_count() { return 1; }
  static std::size_t key_count() { return kMost; }
  /// States hardly ever repeat, so nothing is cached.
  static bool is_simple(std::size_t /*group*/) { return false; }
  static std::uint64_t signature(const Scratch& scratch) { return scratch.keys[0]; }
  static std::uint64_t signature(std::size_t /*group*/, const Scratch& s) { return s.keys[0]; }
  // There are no word vectors.
  static std::size_t vector_count() { return 0; }
  static std::uint64_t vector_number(std::size_t, const Scratch&) { return 0; }
  static std::span<const float> vector(std::uint64_t) { return {}; }
  static std::span<const std::uint64_t> vector_keys(std::size_t) { return {}; }
};

}  // namespace panarc
