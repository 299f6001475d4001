#include "transition/configuration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "transition/systems.h"

namespace panarc {
namespace {

using testing::ElementsAre;

TEST(Configuration, StartsWithRootFirstOrLast) {
  const Configuration first(3, {.root = RootPosition::kFirst});
  EXPECT_THAT(first.stack(), ElementsAre(0));
  EXPECT_THAT(first.buffer(), ElementsAre(1, 2, 3));
  EXPECT_EQ(first.position(kRoot), 0);
  const Configuration last(3, {.root = RootPosition::kLast});
  EXPECT_TRUE(last.stack().empty());
  EXPECT_THAT(last.buffer(), ElementsAre(1, 2, 3, 0));
  EXPECT_EQ(last.position(kRoot), 4);
}

TEST(Configuration, SwapPutsTheSecondElementBackInFront) {
  Configuration c(3, {.root = RootPosition::kFirst});
  c.shift();
  c.shift();
  c.swap();
  EXPECT_THAT(c.stack(), ElementsAre(0, 2));
  EXPECT_THAT(c.buffer(), ElementsAre(1, 3));
  EXPECT_TRUE(c.in_buffer(1));
  c.shift();
  EXPECT_THAT(c.stack(), ElementsAre(0, 2, 1));
}

TEST(Configuration, MeasuresSpansByPosition) {
  const Configuration c(4, {.root = RootPosition::kLast, .span = 2});
  EXPECT_TRUE(c.within_span({1, 3}));
  EXPECT_FALSE(c.within_span({1, 4}));
  EXPECT_TRUE(c.within_span({kRoot, 3}));
  EXPECT_FALSE(c.within_span({kRoot, 2}));
}

/// What is counted along the way agrees with a count made anew.
template <TransitionSystem S>
void check_counts(const Configuration& c) {
  const auto heads = c.heads();
  EXPECT_EQ(c.root_children(), std::count(heads.begin() + 1, heads.end(), kRoot));
  if (S::kCompletion == Completion::kPairs) return;
  int unattached = 0;
  for (const Node node : c.stack()) {
    EXPECT_TRUE(c.in_stack(node));
    EXPECT_FALSE(c.in_buffer(node));
    unattached += node != kRoot && !c.attached(node) ? 1 : 0;
  }
  EXPECT_EQ(c.unattached_on_stack(), unattached);
  for (const Node node : c.buffer()) {
    EXPECT_TRUE(c.in_buffer(node));
    EXPECT_FALSE(c.in_stack(node));
  }
}

TEST(Configuration, KeepsItsCountsAlongRandomDerivations) {
  std::mt19937 random(1);
  for_each_system([&](auto system) {
    using S = decltype(system);
    SCOPED_TRACE(S::kName);
    for (int round = 0; round < 200; ++round) {
      SystemOptions options{.root = default_root<S>(), .single_root = round % 2 == 0};
      if (S::kRootFirst && round % 3 == 0) options.root = RootPosition::kFirst;
      if (S::kSpan) options.span = 1 + round % 4;
      Configuration c(1 + round % 12, options);
      while (!S::is_final(c)) {
        const ActionSet legal = legal_actions<S>(c);
        ASSERT_FALSE(legal.empty());
        auto choice = legal.begin();
        for (auto skip = random() % static_cast<unsigned>(legal.size()); skip > 0; --skip) {
          ++choice;
        }
        apply<S>(c, *choice);
        check_counts<S>(c);
      }
    }
  });
}

TEST(Configuration, CopiesAreIndependent) {
  Configuration a(2, {});
  Configuration b = a;
  b.shift();
  EXPECT_NE(a, b);
  a.shift();
  EXPECT_EQ(a, b);
}

}  // namespace
}  // namespace panarc
