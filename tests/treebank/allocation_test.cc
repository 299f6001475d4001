#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>

#include "panarc/treebank.h"
#include "treebank/test_text.h"

// Counts what this program allocates, to show that reading does not.

namespace {

std::atomic<std::size_t> allocations{0};

}  // namespace

// Inlined in part, they would look to the compiler as if they did not match.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  void* memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}

namespace panarc {
namespace {

TEST(Allocation, ReadingNeedsNoneOnceTheBuffersHaveGrown) {
  std::string text;
  for (int i = 1000; i < 2000; ++i) {
    text += "# sent_id = " + std::to_string(i) + "\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n" +
            test::sentence_text(Heads{kNoHead, 2, 0, 2, 3});
  }
  TreebankReader reader = TreebankReader::from_text(text, "a name too long to be stored in place");
  Sentence sentence;
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(reader.next(sentence));
  std::string out;
  out.reserve(text.size());
  const std::size_t before = allocations;
  while (reader.next(sentence)) sentence.append_to(out);
  EXPECT_EQ(allocations - before, 0U);
  EXPECT_GT(out.size(), text.size() * 9 / 10);
}

}  // namespace
}  // namespace panarc
