#include "task/transition_classes.h"

#include <gtest/gtest.h>

#include <set>

#include "support/systems.h"

namespace panarc {
namespace {

TEST(LabelSet, KeepsTheFirstLabelsForRoot) {
  const LabelSet labels{5, 2};
  EXPECT_EQ(labels.range(false).first, 2);
  EXPECT_EQ(labels.range(false).count, 3);
  EXPECT_EQ(labels.range(true).first, 0);
  EXPECT_EQ(labels.range(true).count, 2);
  EXPECT_TRUE(labels.range(true).contains(0));
  EXPECT_TRUE(labels.range(true).contains(1));
  EXPECT_FALSE(labels.range(true).contains(2));
  EXPECT_FALSE(labels.range(false).contains(5));
  EXPECT_FALSE(labels.range(false).contains(kNoLabel));
}

TEST(LabelSet, WithoutLabelsOnOneSideAllMayStandEverywhere) {
  for (const Label under_root : {0, 5}) {
    const LabelSet labels{5, under_root};
    for (const bool is_under_root : {false, true}) {
      EXPECT_EQ(labels.range(is_under_root).first, 0);
      EXPECT_EQ(labels.range(is_under_root).count, 5);
    }
  }
}

TEST(TransitionClasses, OfArcEager) {
  const auto joint = TransitionClasses::of<ArcEager>(LabelMode::kJoint, {3, 1});
  EXPECT_EQ(joint.size(), 2U + 2U * 3U);
  const auto parallel = TransitionClasses::of<ArcEager>(LabelMode::kParallel, {3, 1});
  EXPECT_EQ(parallel.size(), 4U + 2U * 3U);
  const auto none = TransitionClasses::of<ArcEager>(LabelMode::kNone, {3, 1});
  EXPECT_EQ(none.size(), 4U);
}

TEST(TransitionClasses, AreAllDifferentAndAllUsed) {
  for_each_system([&](auto system) {
    using S = decltype(system);
    const LabelSet labels{4, 1};
    for (const LabelMode mode : {LabelMode::kJoint, LabelMode::kParallel, LabelMode::kNone}) {
      const auto classes = TransitionClasses::of<S>(mode, labels);
      std::set<std::uint32_t> seen;
      std::size_t count = 0;
      for (const Action action : kActionsOf<S>) {
        if (mode != LabelMode::kJoint || !always_adds_arc<S>(action)) {
          seen.insert(classes.of(action));
          ++count;
        }
        if (mode == LabelMode::kNone || !adds_arc<S>(action)) continue;
        for (Label label = 0; label < labels.count; ++label) {
          seen.insert(classes.of(action, label));
          ++count;
        }
      }
      EXPECT_EQ(seen.size(), count) << S::kName;
      EXPECT_EQ(count, classes.size()) << S::kName;
      EXPECT_EQ(*seen.rbegin(), classes.size() - 1) << S::kName;
    }
  });
}

TEST(TransitionClasses, OfATransition) {
  const auto joint = TransitionClasses::of<ArcEager>(LabelMode::kJoint, {3, 0});
  EXPECT_EQ(joint.of(Transition{Action::kLeft, 2}), joint.of(Action::kLeft, 2));
  EXPECT_EQ(joint.of(Transition{Action::kShift, kNoLabel}), joint.of(Action::kShift));
  const auto parallel = TransitionClasses::of<ArcEager>(LabelMode::kParallel, {3, 0});
  EXPECT_EQ(parallel.of(Transition{Action::kLeft, 2}), parallel.of(Action::kLeft));
}

// Non-monotonic arc-eager's REDUCE adds an arc, with a label, only to a word that has none.
TEST(TransitionClasses, ReduceHasAClassWithoutALabelWhereItMayAddNoArc) {
  const auto classes = TransitionClasses::of<NonMonotonicArcEager>(LabelMode::kJoint, {3, 0});
  EXPECT_EQ(classes.size(), 2U + 3U * 3U);
  EXPECT_NE(classes.of(Transition{Action::kReduce, kNoLabel}), classes.of(Action::kShift));
}

}  // namespace
}  // namespace panarc
