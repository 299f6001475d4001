#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "base/hash.h"

namespace panarc {

/// Random numbers that are the same on all machines (SplitMix64; Steele et al. 2014). The standard
/// library's distributions are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  /// A separate sequence for one of many uses of the same seed.
  Random(std::uint64_t seed, std::uint64_t a, std::uint64_t b)
      : state_(mix_bits(mix_bits(mix_bits(seed) + a) + b)) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    return mix_bits(state_);
  }
  /// A random number from 0 to 1, excluding 1.
  double real() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }
  /// From 0 to `bound` - 1; the bias is below 2^-32 for bounds below 2^32.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }

  template <class Value>
  void shuffle(std::span<Value> values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace panarc
