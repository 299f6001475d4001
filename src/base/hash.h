#pragma once

#include <cstdint>

namespace panarc {

/// Spreads the bits of a number over all 64 (the finaliser of SplitMix64; Steele et al. 2014).
constexpr std::uint64_t mix_bits(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace panarc
