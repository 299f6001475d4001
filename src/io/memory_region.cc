#include "io/memory_region.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <limits>
#include <utility>

#include "io/file_descriptor.h"
#include "panarc/error.h"

namespace panarc {

namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21;

std::size_t round_up(std::size_t size, std::size_t unit) { return (size + unit - 1) / unit * unit; }

std::byte* allocate_pages(std::size_t length, const std::string& file) {
  void* pages = ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw_system_error(file, "find memory for the file");
  return static_cast<std::byte*>(pages);
}

}  // namespace

MemoryRegion MemoryRegion::allocate(std::size_t size, const std::string& file) {
  if (size > std::numeric_limits<std::size_t>::max() - 2 * kHugePage) {
    throw Error({file, 0, 0}, "does not fit into memory");
  }
  if (size < kHugePage) {
    const std::size_t length = round_up(size, static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)));
    return {allocate_pages(length, file), size, length};
  }
  // A huge page must be aligned to its size, which the system does not guarantee: allocate one
  // more, and release the excess on either side.
  const std::size_t length = round_up(size, kHugePage);
  std::byte* pages = allocate_pages(length + kHugePage, file);
  const std::size_t over = reinterpret_cast<std::uintptr_t>(pages) % kHugePage;
  const std::size_t before = over == 0 ? 0 : kHugePage - over;
  std::byte* start = pages + before;
  if (before != 0) ::munmap(pages, before);
  ::munmap(start + length, kHugePage - before);
#ifdef MADV_HUGEPAGE
  ::madvise(start, length, MADV_HUGEPAGE);  // if refused, small pages will do
#endif
  return {start, size, length};
}

MemoryRegion::~MemoryRegion() {
  if (start_ != nullptr) ::munmap(start_, length_);
}

MemoryRegion::MemoryRegion(MemoryRegion&& other) noexcept
    : start_(std::exchange(other.start_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      length_(std::exchange(other.length_, 0)) {}

MemoryRegion& MemoryRegion::operator=(MemoryRegion&& other) noexcept {
  std::swap(start_, other.start_);
  std::swap(size_, other.size_);
  std::swap(length_, other.length_);
  return *this;
}

void MemoryRegion::protect(const std::string& file) {
  if (::mprotect(start_, length_, PROT_READ) != 0) throw_system_error(file, "protect the memory");
}

}  // namespace panarc
