#include "scorer/linear/passive_aggressive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

namespace panarc {

// How GoogleTest prints a change.
void PrintTo(const WeightChange& change, std::ostream* out);  // NOLINT: GoogleTest's name
void PrintTo(const WeightChange& change, std::ostream* out) {
  *out << change.key << ':' << change.cls << ' ' << change.by;
}

namespace {

constexpr double kNoLimit = 1e9;

auto is_change(std::uint64_t key, std::uint32_t cls, float by) {
  return testing::AllOf(testing::Field(&WeightChange::key, key),
                        testing::Field(&WeightChange::cls, cls),
                        testing::Field(&WeightChange::by, testing::FloatEq(by)));
}

/// By how much the positive wins over the negative after the update, if it lost by `gap` before:
/// the changes are features of the positive less those of the negative.
double margin_after(double gap, const std::vector<WeightChange>& features,
                    const std::vector<WeightChange>& update) {
  std::map<std::pair<std::uint64_t, std::uint32_t>, double> difference;
  for (const WeightChange& change : features) {
    difference[{change.key, change.cls}] += static_cast<double>(change.by);
  }
  double margin = -gap;
  for (const WeightChange& change : update) {
    margin += difference[{change.key, change.cls}] * static_cast<double>(change.by);
  }
  return margin;
}

// Feature 1 occurs twice, feature 3 on both sides. The difference is 2, -1: its square is 5. The
// negative is ahead by 4, so the loss is 5 and the step 1.
TEST(PassiveAggressive, PassiveAggressiveAddsUpChangesOfTheSameWeight) {
  std::vector<WeightChange> changes{{3, 0, 1}, {1, 0, 1}, {2, 1, -1}, {1, 0, 1}, {3, 0, -1}};
  scale_to_margin(4, kNoLimit, 0, changes);
  EXPECT_THAT(changes, testing::ElementsAre(is_change(1, 0, 2), is_change(2, 1, -1)));
}

TEST(PassiveAggressive, ClassesOfAFeatureAreDifferentWeights) {
  std::vector<WeightChange> changes{{1, 0, 1}, {1, 1, -1}};
  scale_to_margin(0, kNoLimit, 0, changes);
  EXPECT_THAT(changes, testing::ElementsAre(is_change(1, 0, 0.5F), is_change(1, 1, -0.5F)));
}

TEST(PassiveAggressive, ChangesThatCancelLeaveNothing) {
  std::vector<WeightChange> changes{{1, 0, 1}, {1, 0, -1}};
  scale_to_margin(3, kNoLimit, 0, changes);
  EXPECT_THAT(changes, testing::IsEmpty());
}

TEST(PassiveAggressive, WhatWasThereBeforeIsLeftAlone) {
  std::vector<WeightChange> changes{{9, 0, 1}, {9, 0, 1}, {1, 0, 1}};
  scale_to_margin(1, kNoLimit, 2, changes);
  EXPECT_THAT(changes,
              testing::ElementsAre(is_change(9, 0, 1), is_change(9, 0, 1), is_change(1, 0, 2)));
}

TEST(PassiveAggressive, AMarginThatIsThereAlreadyNeedsNoUpdate) {
  std::vector<WeightChange> changes{{1, 0, 1}, {2, 0, -1}};
  scale_to_margin(-1.5, kNoLimit, 0, changes);
  EXPECT_EQ(margin_after(-1.5, {{1, 0, 1}, {2, 0, -1}}, changes), 1.5);
}

std::vector<WeightChange> random_changes() {
  const auto size = *rc::gen::inRange<std::size_t>(1, 20);
  std::vector<WeightChange> changes;
  for (std::size_t i = 0; i < size; ++i) {
    changes.push_back({*rc::gen::inRange<std::uint64_t>(1, 6),
                       *rc::gen::inRange<std::uint32_t>(0, 3),
                       *rc::gen::arbitrary<bool>() ? 1.0F : -1.0F});
  }
  return changes;
}

RC_GTEST_PROP(PassiveAggressive, AfterAPassiveAggressiveUpdateThePositiveWinsByOne, ()) {
  const std::vector<WeightChange> features = random_changes();
  const double gap = *rc::gen::inRange(-1, 50);
  std::vector<WeightChange> changes = features;
  scale_to_margin(gap, kNoLimit, 0, changes);
  RC_PRE(!changes.empty());
  RC_ASSERT(std::abs(margin_after(gap, features, changes) - 1) < 1e-3);
}

RC_GTEST_PROP(PassiveAggressive, TheStepIsNoLargerThanC, ()) {
  const std::vector<WeightChange> features = random_changes();
  const double gap = *rc::gen::inRange(0, 50);
  const double c = *rc::gen::inRange(1, 100) / 100.0;
  std::vector<WeightChange> whole = features;
  scale_to_margin(gap, kNoLimit, 0, whole);
  std::vector<WeightChange> plain = features;
  scale_to_margin(gap, c, 0, plain);
  RC_ASSERT(plain.size() == whole.size());
  std::map<std::pair<std::uint64_t, std::uint32_t>, float> difference;
  for (const WeightChange& change : features) difference[{change.key, change.cls}] += change.by;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const float of_one = difference[{plain[i].key, plain[i].cls}];
    const auto largest = static_cast<float>(c) * std::abs(of_one);
    RC_ASSERT(std::abs(plain[i].by) <= largest * 1.0001F);
    RC_ASSERT(std::abs(plain[i].by -
                       std::copysign(std::min(std::abs(whole[i].by), largest), of_one)) < 1e-4F);
  }
}

}  // namespace
}  // namespace panarc
