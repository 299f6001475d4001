#include "scorer/update.h"

#include <gtest/gtest.h>

#include <vector>

namespace panarc {
namespace {

/// The steps taken so far. Counts its copies.
struct Trail {
  Trail() = default;
  Trail(const Trail& other) : steps(other.steps) { ++copies; }
  Trail(Trail&&) = default;
  Trail& operator=(const Trail& other) {
    steps = other.steps;
    ++copies;
    return *this;
  }
  Trail& operator=(Trail&&) = default;
  ~Trail() = default;

  std::vector<int> steps;
  static int copies;
};
int Trail::copies = 0;

std::uint32_t add_step(Update<Trail>& update, std::uint32_t from, int step) {
  return update.add_next(from, [step](Trail& trail) { trail.steps.push_back(step); });
}

TEST(Update, MakesTheStatesOfALongDerivationWithoutCopies) {
  Update<Trail> update;
  Trail::copies = 0;
  std::vector<std::uint32_t> numbers{update.add_state(Trail{})};
  constexpr int kSteps = 1000;
  for (int step = 0; step < kSteps; ++step) {
    numbers.push_back(add_step(update, numbers.back(), step));
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    ASSERT_EQ(update.state(numbers[i]).steps.size(), i);
  }
  EXPECT_EQ(update.state(numbers.back()).steps.back(), kSteps - 1);
  EXPECT_LE(Trail::copies, 2);
}

TEST(Update, MakesTheStatesOfBranchesInAnyOrder) {
  Update<Trail> update;
  const std::uint32_t start = update.add_state(Trail{});
  const std::uint32_t first = add_step(update, start, 1);
  const std::uint32_t left = add_step(update, first, 2);
  const std::uint32_t right = add_step(update, first, 3);
  const std::uint32_t end = add_step(update, left, 4);
  EXPECT_EQ(update.state(end).steps, (std::vector{1, 2, 4}));
  EXPECT_EQ(update.state(right).steps, (std::vector{1, 3}));
  EXPECT_EQ(update.state(left).steps, (std::vector{1, 2}));
  EXPECT_EQ(update.state(start).steps, std::vector<int>{});
  EXPECT_EQ(update.state(end).steps, (std::vector{1, 2, 4}));

  update.clear();
  const std::uint32_t other = add_step(update, update.add_state(Trail{}), 9);
  EXPECT_EQ(update.state(other).steps, std::vector{9});
}

}  // namespace
}  // namespace panarc
