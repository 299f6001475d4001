#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

// Counts what a test program allocates. To be included by one source of a program: it replaces the
// global operators.

namespace panarc::test {

inline std::atomic<std::size_t> allocations{0};

}  // namespace panarc::test

// Replacements of operator new and delete cannot be inline; and if the compiler inlined some of
// them, they would look as if they did not match.
// NOLINTBEGIN(misc-definitions-in-headers)
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++panarc::test::allocations;
  void* memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// What sorts with room of its own asks for memory in this way.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++panarc::test::allocations;
  return std::malloc(size);
}

[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
// NOLINTEND(misc-definitions-in-headers)
