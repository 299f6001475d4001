#include "constrain/conflict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

std::uint32_t mask_of(const ConstraintSet& set) {
  std::uint32_t mask = 0;
  for (const std::size_t element : set) mask |= 1U << element;
  return mask;
}

/// Constraints that cannot be met if they include one of some conflicts.
struct Conflicts {
  std::size_t count = 0;
  std::vector<std::uint32_t> masks;

  [[nodiscard]] bool can_meet(std::uint32_t set) const {
    return std::none_of(masks.begin(), masks.end(),
                        [&](std::uint32_t conflict) { return (set & conflict) == conflict; });
  }
  [[nodiscard]] ConflictFinder finder() const {
    return {count, [this](const ConstraintSet& set) { return can_meet(mask_of(set)); }};
  }
};

TEST(ConflictFinder, FindsWhatContradicts) {
  const Conflicts pairs{5, {0b00011, 0b01100}};
  EXPECT_EQ(pairs.finder().smallest_conflict().size(), 2U);
  EXPECT_THAT(pairs.finder().largest_sets(),
              UnorderedElementsAre(ElementsAre(0, 2, 4), ElementsAre(0, 3, 4), ElementsAre(1, 2, 4),
                                   ElementsAre(1, 3, 4)));
  const Conflicts impossible{2, {0b10}};
  EXPECT_THAT(impossible.finder().smallest_conflict(), ElementsAre(1));
  EXPECT_THAT(impossible.finder().largest_sets(), ElementsAre(ElementsAre(0)));
}

TEST(ConflictFinder, WhatCanBeMetIsOneLargestSet) {
  const Conflicts none{3, {}};
  EXPECT_THAT(none.finder().largest_sets(), ElementsAre(ElementsAre(0, 1, 2)));
  const Conflicts nothing{0, {}};
  EXPECT_THAT(nothing.finder().largest_sets(), ElementsAre(ElementsAre()));
}

TEST(ConflictFinder, IsExactForRandomConflicts) {
  std::mt19937 random(1);
  for (int round = 0; round < 5'000; ++round) {
    Conflicts conflicts{1 + random() % 7, {}};
    const std::uint32_t sets = 1U << conflicts.count;
    const std::size_t wanted = 1 + random() % 6;
    while (conflicts.masks.size() < wanted) {
      conflicts.masks.push_back(1 + static_cast<std::uint32_t>(random()) % (sets - 1));
    }
    std::size_t smallest = conflicts.count;
    std::size_t largest = 0;
    std::size_t largest_count = 0;
    for (std::uint32_t set = 0; set < sets; ++set) {
      const auto size = static_cast<std::size_t>(std::popcount(set));
      if (!conflicts.can_meet(set)) {
        smallest = std::min(smallest, size);
      } else if (size >= largest) {
        largest_count = size == largest ? largest_count + 1 : 1;
        largest = size;
      }
    }
    const ConstraintSet conflict = conflicts.finder().smallest_conflict();
    ASSERT_FALSE(conflicts.can_meet(mask_of(conflict)));
    ASSERT_EQ(conflict.size(), smallest);
    const auto found = conflicts.finder().largest_sets();
    ASSERT_EQ(found.size(), std::min<std::size_t>(largest_count, 4));
    for (const ConstraintSet& set : found) {
      ASSERT_TRUE(conflicts.can_meet(mask_of(set)));
      ASSERT_EQ(set.size(), largest);
    }
  }
}

TEST(ConflictFinder, EndsWhereThereAreTooManyConflicts) {
  std::size_t asked = 0;
  ConflictFinder finder(60, [&](const ConstraintSet& set) {
    ++asked;
    return set.size() < 30;
  });
  EXPECT_EQ(finder.smallest_conflict().size(), 30U);
  for (const ConstraintSet& set : finder.largest_sets()) EXPECT_EQ(set.size(), 29U);
  EXPECT_LT(asked, 100'000U);
}

TEST(SmallestHittingSets, AreAllOfTheSmallest) {
  EXPECT_THAT(smallest_hitting_sets({}, 4), ElementsAre(ElementsAre()));
  EXPECT_THAT(smallest_hitting_sets({{1, 2}, {2, 3}}, 4), ElementsAre(ElementsAre(2)));
  EXPECT_THAT(smallest_hitting_sets({{1, 2}, {3, 4}}, 3).size(), 3U);
  EXPECT_THAT(smallest_hitting_sets({{1}, {}}, 3), testing::IsEmpty());
}

}  // namespace
}  // namespace panarc
