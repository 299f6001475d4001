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
    return {count, [this](const ConstraintSet& set) { return Answer{can_meet(mask_of(set))}; }};
  }
};

TEST(ConflictFinder, FindsWhatContradicts) {
  const Conflicts pairs{5, {0b00011, 0b01100}};
  EXPECT_EQ(pairs.finder().smallest_conflict().constraints.size(), 2U);
  EXPECT_THAT(pairs.finder().largest_sets(),
              UnorderedElementsAre(ElementsAre(0, 2, 4), ElementsAre(0, 3, 4), ElementsAre(1, 2, 4),
                                   ElementsAre(1, 3, 4)));
  const Conflicts impossible{2, {0b10}};
  EXPECT_THAT(impossible.finder().smallest_conflict().constraints, ElementsAre(1));
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
    const FoundConflict conflict = conflicts.finder().smallest_conflict();
    ASSERT_FALSE(conflicts.can_meet(mask_of(conflict.constraints)));
    ASSERT_EQ(conflict.constraints.size(), smallest);
    ASSERT_TRUE(conflict.is_smallest);
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
  const auto can_meet = [&](const ConstraintSet& set) {
    ++asked;
    return Answer{set.size() < 30, 1000};
  };
  const FoundConflict conflict = ConflictFinder(60, can_meet).smallest_conflict();
  EXPECT_EQ(conflict.constraints.size(), 30U);
  EXPECT_FALSE(conflict.is_smallest);
  for (const ConstraintSet& set : ConflictFinder(60, can_meet).largest_sets()) {
    EXPECT_EQ(set.size(), 29U);
  }
  EXPECT_LT(asked, 2 * ConflictFinder::kMostSteps / 1000);
}

/// The work is limited, whatever a question costs: what was found by then is the answer.
TEST(ConflictFinder, AnswersWithWhatItHasFoundWhenTheStepsAreUsedUp) {
  constexpr std::size_t kCount = 100;
  std::uint64_t steps = 0;
  // Only the last two contradict each other.
  const auto can_meet = [&](const ConstraintSet& set) {
    steps += 10;
    return Answer{set.size() < 2 || set[set.size() - 2] != kCount - 2, 10};
  };
  const FoundConflict conflict = ConflictFinder(kCount, can_meet, 30).smallest_conflict();
  EXPECT_FALSE(conflict.is_smallest);
  EXPECT_FALSE(can_meet(conflict.constraints).can_meet);
  EXPECT_LE(steps, 60U);
  const auto largest = ConflictFinder(kCount, can_meet, 30).largest_sets({3});
  ASSERT_THAT(largest, testing::SizeIs(1));
  EXPECT_TRUE(can_meet(largest.front()).can_meet);
  EXPECT_THAT(largest.front(), testing::Contains(3));

  steps = 0;
  const FoundConflict proved = ConflictFinder(kCount, can_meet, 10'000).smallest_conflict();
  EXPECT_THAT(proved.constraints, ElementsAre(kCount - 2, kCount - 1));
  EXPECT_TRUE(proved.is_smallest);
}

TEST(SmallestHittingSets, AreAllOfTheSmallest) {
  const auto find = [](const std::vector<ConstraintSet>& sets, std::size_t most) {
    std::uint64_t steps = 1000;
    return smallest_hitting_sets(sets, most, steps);
  };
  EXPECT_THAT(find({}, 4), ElementsAre(ElementsAre()));
  EXPECT_THAT(find({{1, 2}, {2, 3}}, 4), ElementsAre(ElementsAre(2)));
  EXPECT_THAT(find({{1, 2}, {3, 4}}, 3).size(), 3U);
  EXPECT_THAT(find({{1}, {}}, 3), testing::IsEmpty());
}

TEST(SmallestHittingSets, AreNoneIfTheStepsDoNotSuffice) {
  std::uint64_t steps = 3;
  EXPECT_THAT(smallest_hitting_sets({{1, 2}, {3, 4}, {5, 6}}, 3, steps), testing::IsEmpty());
  EXPECT_EQ(steps, 0U);
}

}  // namespace
}  // namespace panarc
