#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace panarc {

/// Numbers for values, which are identified by their hashes. Anything unknown has the number 0,
/// ROOT has the number 1.
class Vocabulary {
 public:
  static constexpr std::uint32_t kUnknown = 0;
  static constexpr std::uint32_t kOfRoot = 1;

  Vocabulary() : Vocabulary(std::vector<std::uint64_t>()) {}
  /// Must be in ascending order, without 0. Throws Error otherwise.
  explicit Vocabulary(std::vector<std::uint64_t> hashes);

  /// How many numbers there are; all are below this.
  [[nodiscard]] std::size_t size() const { return hashes_.size() + 2; }
  [[nodiscard]] std::uint32_t number(std::uint64_t hash) const;
  /// The values of both.
  [[nodiscard]] Vocabulary with(const Vocabulary& other) const;
  [[nodiscard]] std::span<const std::uint64_t> hashes() const { return hashes_; }

 private:
  struct Slot {
    std::uint64_t hash = 0;  // 0: empty
    std::uint32_t number = 0;
  };

  std::vector<std::uint64_t> hashes_;
  std::vector<Slot> slots_;  // a power of two
};

}  // namespace panarc
