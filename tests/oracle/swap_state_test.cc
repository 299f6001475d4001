#include "oracle/swap_state.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "oracle/swap_state_table.h"
#include "oracle/swap_trees.h"

namespace panarc {
namespace {

ActionSet with(std::initializer_list<Action> actions) { return actions; }

TEST(SwapState, PermitsExactlyWhatKeepsTheTreeReachable) {
  swap_test::for_each_tree_up_to(5, [](const Heads& heads) {
    const SwapTree tree(heads);
    SwapState state(tree);
    SwapTrial trial(tree);
    swap_test::Judge judge(heads);
    judge.for_each_configuration([&](const Configuration& c) {
      state.assign(c);
      ASSERT_EQ(permissible(state, SwapAmbiguity::kAll, trial), judge.permissible(c));
    });
  });
}

TEST(SwapState, KnowsThreeAmbiguitiesOnly) {
  bool left = false;
  bool right = false;
  bool swap = false;
  swap_test::for_each_tree_up_to(5, [&](const Heads& heads) {
    const SwapTree tree(heads);
    SwapState state(tree);
    SwapTrial trial(tree);
    swap_test::Judge judge(heads);
    judge.for_each_configuration([&](const Configuration& c) {
      state.assign(c);
      const ActionSet all = permissible(state, SwapAmbiguity::kAll, trial);
      if (all.size() < 2) return;
      left = left || all == with({Action::kShift, Action::kLeft});
      right = right || all == with({Action::kShift, Action::kRight});
      swap = swap || all == with({Action::kShift, Action::kSwap});
      ASSERT_EQ(all.size(), 2);
      ASSERT_TRUE(all.contains(Action::kShift));
    });
  });
  EXPECT_TRUE(left);
  EXPECT_TRUE(right);
  EXPECT_TRUE(swap);
}

TEST(SwapState, KeepsOnlyShiftSwapIfAsked) {
  swap_test::for_each_tree_up_to(5, [](const Heads& heads) {
    const SwapTree tree(heads);
    SwapState state(tree);
    SwapTrial trial(tree);
    swap_test::Judge judge(heads);
    judge.for_each_configuration([&](const Configuration& c) {
      state.assign(c);
      const ActionSet all = permissible(state, SwapAmbiguity::kAll, trial);
      const bool has_arc = all.contains(Action::kLeft) || all.contains(Action::kRight);
      const ActionSet kept = permissible(state, SwapAmbiguity::kShiftSwap, trial);
      ASSERT_EQ(kept, has_arc ? eager_action(state) : all);
    });
  });
}

TEST(SwapState, StaticOraclesReachTheTreeFromWhereverItIsReachable) {
  swap_test::for_each_tree_up_to(5, [](const Heads& heads) {
    const SwapTree tree(heads);
    SwapState state(tree);
    swap_test::Judge judge(heads);
    judge.for_each_configuration([&](const Configuration& c) {
      state.assign(c);
      for (const SwapTime time : {SwapTime::kEager, SwapTime::kLazy}) {
        Configuration end = c;
        for (const Action action : static_derivation(state, time)) apply<Swap>(end, action);
        ASSERT_TRUE(Swap::is_final(end));
        ASSERT_TRUE(std::equal(heads.begin(), heads.end(), end.heads().begin()));
      }
    });
  });
}

/// LAZY as published: it never asks whether the tree is still reachable.
void expect_lazy_as_published(const Heads& heads) {
  const SwapTree tree(heads);
  SwapState state(tree);
  for (const Action action : static_derivation(state, SwapTime::kLazy)) {
    const ActionSet eager = eager_action(state);
    const bool waits = eager.contains(Action::kSwap) && state.next_joins_top();
    ASSERT_EQ(action, waits ? Action::kShift : *eager.begin());
    state.apply(action);
  }
  ASSERT_TRUE(state.is_final());
}

TEST(SwapState, LazyWaitsAsPublishedOnItsOwnPath) {
  swap_test::for_each_tree_up_to(6, expect_lazy_as_published);
}

RC_GTEST_PROP(SwapState, LazyWaitsAsPublishedInLongTrees, ()) {
  expect_lazy_as_published(
      swap_test::random_tree(*rc::gen::inRange(7, 60), *rc::gen::arbitrary<unsigned>()));
}

TEST(SwapState, IsNumberedAndComesBack) {
  swap_test::for_each_tree_up_to(5, [](const Heads& heads) {
    const SwapTree tree(heads);
    SwapState state(tree);
    SwapState loaded(tree);
    SwapStateTable table;
    swap_test::Judge judge(heads);
    int count = 0;
    judge.for_each_configuration([&](const Configuration& c) {
      state.assign(c);
      ASSERT_EQ(table.find(state), -1);
      ASSERT_EQ(table.intern(state), count++);
      ASSERT_EQ(table.intern(state), table.find(state));
      table.load(table.find(state), loaded);
      ASSERT_TRUE(std::equal(state.stack().begin(), state.stack().end(), loaded.stack().begin(),
                             loaded.stack().end()));
      ASSERT_TRUE(std::equal(state.reversed_buffer().begin(), state.reversed_buffer().end(),
                             loaded.reversed_buffer().begin(), loaded.reversed_buffer().end()));
      ASSERT_EQ(eager_action(state), eager_action(loaded));
    });
  });
}

}  // namespace
}  // namespace panarc
