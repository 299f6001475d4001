#include "feature/word_set.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <set>

#include "panarc/error.h"

namespace panarc {
namespace {

TEST(WordSet, IsEmptyInTheBeginning) {
  const WordSet none;
  EXPECT_FALSE(none.contains(0));
  EXPECT_FALSE(none.contains(1));
  const WordSet of_nothing{std::span<const std::uint64_t>()};
  EXPECT_FALSE(of_nothing.contains(1));
}

RC_GTEST_PROP(WordSet, ContainsWhatWasPutIn, (const std::vector<std::uint64_t>& values)) {
  // Small numbers have the same places, and collide.
  std::set<std::uint64_t> expected;
  std::vector<std::uint64_t> hashes;
  for (const std::uint64_t value : values) {
    const std::uint64_t hash = *rc::gen::arbitrary<bool>() ? value : value % 16;
    hashes.push_back(hash);
    if (hash != 0) expected.insert(hash);
  }
  const WordSet set(hashes);
  RC_ASSERT(std::has_single_bit(set.slots().size()));
  RC_ASSERT(set.slots().size() >= 2 * expected.size());
  const WordSet over = WordSet::over(set.slots());
  for (const std::uint64_t hash : hashes) {
    if (hash == 0) continue;
    RC_ASSERT(set.contains(hash));
    RC_ASSERT(over.contains(hash));
  }
  for (std::uint64_t hash = 1; hash < 40; ++hash) {
    RC_ASSERT(set.contains(hash) == (expected.count(hash) != 0));
  }
}

TEST(WordSet, KeepsItsWordsWhenItMoves) {
  WordSet set(std::vector<std::uint64_t>{5, 7});
  const WordSet moved = std::move(set);
  EXPECT_TRUE(moved.contains(7));
  EXPECT_FALSE(moved.contains(6));
}

TEST(WordSet, RefusesArraysThatAreNoSet) {
  EXPECT_NO_THROW(WordSet::over({}));
  EXPECT_NO_THROW(WordSet::over(std::vector<std::uint64_t>{0}));
  // The number of places must be a power of two.
  EXPECT_THROW(WordSet::over(std::vector<std::uint64_t>{1, 0, 0}), Error);
  // Without an empty place, a search would not end.
  EXPECT_THROW(WordSet::over(std::vector<std::uint64_t>{1}), Error);
  EXPECT_THROW(WordSet::over(std::vector<std::uint64_t>{1, 2, 3, 4}), Error);
  // Half of it must be empty.
  EXPECT_THROW(WordSet::over(std::vector<std::uint64_t>{1, 2, 3, 0}), Error);
  EXPECT_NO_THROW(WordSet::over(std::vector<std::uint64_t>{1, 2, 0, 0}));
}

RC_GTEST_PROP(WordSet, AnyArrayIsRefusedOrSearchedWithoutHarm,
              (const std::vector<std::uint64_t>& slots)) {
  try {
    const WordSet set = WordSet::over(slots);
    for (const std::uint64_t value : slots) {
      const bool is_among_them = std::find(slots.begin(), slots.end(), ~value) != slots.end();
      RC_ASSERT(is_among_them || !set.contains(~value));
    }
    RC_ASSERT(!set.contains(0));
  } catch (const Error&) {
    RC_SUCCEED("refused");
  }
}

}  // namespace
}  // namespace panarc
