#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace panarc {

/// Numbered sets of numbers below a bound.
class BitSets {
 public:
  /// Makes all sets empty.
  void reset(std::size_t sets, std::size_t bound) {
    parts_ = (bound + kBits - 1) / kBits;
    bits_.assign(sets * parts_, 0);
  }

  void add(std::size_t set, std::size_t number) {
    bits_[set * parts_ + number / kBits] |= bit(number);
  }
  [[nodiscard]] bool has(std::size_t set, std::size_t number) const {
    return (bits_[set * parts_ + number / kBits] & bit(number)) != 0;
  }
  void add_all(std::size_t set, const BitSets& others, std::size_t other) {
    for (std::size_t part = 0; part < parts_; ++part) {
      bits_[set * parts_ + part] |= others.bits_[other * parts_ + part];
    }
  }
  /// Whether two sets have a number in common.
  [[nodiscard]] bool meets(std::size_t set, const BitSets& others, std::size_t other) const {
    for (std::size_t part = 0; part < parts_; ++part) {
      if ((bits_[set * parts_ + part] & others.bits_[other * parts_ + part]) != 0) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t kBits = 64;
  static std::uint64_t bit(std::size_t number) { return std::uint64_t{1} << (number % kBits); }

  std::size_t parts_ = 0;
  std::vector<std::uint64_t> bits_;
};

}  // namespace panarc
