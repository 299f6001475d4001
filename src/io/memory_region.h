#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace panarc {

/// Pages of memory got from the system, given back at the end of its life. Moving it leaves the
/// bytes where they are.
class MemoryRegion {
 public:
  /// `size` zero bytes, at least one, on huge pages where there are that many and the system lets
  /// us. `file` is for messages.
  static MemoryRegion allocate(std::size_t size, const std::string& file);

  ~MemoryRegion();
  MemoryRegion(MemoryRegion&& other) noexcept;
  MemoryRegion& operator=(MemoryRegion&& other) noexcept;
  MemoryRegion(const MemoryRegion&) = delete;
  MemoryRegion& operator=(const MemoryRegion&) = delete;

  [[nodiscard]] std::span<const std::byte> bytes() const { return {start_, size_}; }

  /// Only before protect().
  [[nodiscard]] std::span<std::byte> writable_bytes() { return {start_, size_}; }

  /// From here on, writing to it is a fault.
  void protect(const std::string& file);

 private:
  MemoryRegion(std::byte* start, std::size_t size, std::size_t length)
      : start_(start), size_(size), length_(length) {}

  std::byte* start_;
  std::size_t size_;    // what was asked for
  std::size_t length_;  // what the system gave
};

}  // namespace panarc
