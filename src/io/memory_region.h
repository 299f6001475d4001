#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace panarc {

/// Memory pages from the system, released on destruction. Moving it does not move the bytes.
class MemoryRegion {
 public:
  /// `size` zero bytes, at least one, on huge pages if it is large enough and the system allows.
  /// `file` is for messages.
  static MemoryRegion allocate(std::size_t size, const std::string& file);

  ~MemoryRegion();
  MemoryRegion(MemoryRegion&& other) noexcept;
  MemoryRegion& operator=(MemoryRegion&& other) noexcept;
  MemoryRegion(const MemoryRegion&) = delete;
  MemoryRegion& operator=(const MemoryRegion&) = delete;

  [[nodiscard]] std::span<const std::byte> bytes() const { return {start_, size_}; }

  /// The bytes, to be written; only before protect().
  [[nodiscard]] std::span<std::byte> writable_bytes() { return {start_, size_}; }

  /// From here on, writing to the region is a fault.
  void protect(const std::string& file);

 private:
  MemoryRegion(std::byte* start, std::size_t size, std::size_t length)
      : start_(start), size_(size), length_(length) {}

  std::byte* start_;
  std::size_t size_;    // as requested
  std::size_t length_;  // as allocated
};

}  // namespace panarc
