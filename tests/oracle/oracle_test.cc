#include "oracle/oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "oracle/exhaustive.h"
#include "oracle/swap_trees.h"
#include "oracle/verify.h"
#include "support/known.h"
#include "support/systems.h"
#include "support/trees.h"
#include "transition/systems.h"

namespace panarc {
namespace {

constexpr RootPosition kFirst = RootPosition::kFirst;
constexpr RootPosition kLast = RootPosition::kLast;

template <TransitionSystem S>
Costs costs_after(const Heads& heads, RootPosition root, std::initializer_list<Action> after,
                  CostMethod method = CostMethod::kExact) {
  Configuration c(static_cast<int>(heads.size()) - 1, {.root = root});
  for (const Action action : after) apply<S>(c, action);
  return Oracle<S>(method).costs(c, Gold(heads));
}

TEST(Oracle, ArcEagerWithRootFirstIsNotArcDecomposable) {
  const Costs costs = costs_after<ArcEager>({kNoHead, 0, 1, 1}, kFirst, {Action::kShift});
  EXPECT_EQ(costs.of(Action::kShift), 1);
  EXPECT_EQ(costs.of(Action::kLeft), 1);
  EXPECT_EQ(costs.of(Action::kRight), 0);
}

TEST(Oracle, NonMonotonicHeadsOnTheStackDoNotCount) {
  const Costs costs = costs_after<NonMonotonicArcEager>({kNoHead, 2, 0}, kFirst, {Action::kRight});
  EXPECT_EQ(costs.of(Action::kShift), 2);
}

TEST(Oracle, IsExactForNonProjectiveTreesWhereTheClosedFormIsNot) {
  const Heads eager{kNoHead, 0, 0, 1};
  const Costs exact = costs_after<ArcEager>(eager, kLast, {Action::kShift});
  EXPECT_EQ(exact.of(Action::kShift), 0);
  EXPECT_EQ(exact.of(Action::kLeft), 1);
  EXPECT_EQ(exact.of(Action::kRight), 0);
  const Costs closed =
      costs_after<ArcEager>(eager, kLast, {Action::kShift}, CostMethod::kClosedForm);
  EXPECT_EQ(closed.of(Action::kLeft), 2);
  EXPECT_EQ(closed.of(Action::kRight), 1);

  const Costs hybrid = costs_after<ArcHybrid>({kNoHead, 3, 0, 2}, kFirst, {Action::kShift});
  EXPECT_EQ(hybrid.of(Action::kShift), 1);
  EXPECT_EQ(hybrid.of(Action::kLeft), 0);
  EXPECT_EQ(hybrid.of(Action::kRight), 0);
}

TEST(Oracle, ArcStandardIsNotArcDecomposable) {
  const Costs costs =
      costs_after<ArcStandard>({kNoHead, 0, 0}, kLast, {Action::kShift, Action::kShift});
  EXPECT_EQ(costs.of(Action::kShift), 0);
  EXPECT_EQ(costs.of(Action::kLeft), 1);
  EXPECT_EQ(costs.of(Action::kRight), 1);
}

TEST(Oracle, OptimalIsMinimumCost) {
  Costs costs;
  costs.legal = {Action::kShift, Action::kLeft, Action::kRight};
  costs.of(Action::kShift) = 3;
  costs.of(Action::kLeft) = 2;
  costs.of(Action::kRight) = 2;
  EXPECT_EQ(costs.optimal(), (ActionSet{Action::kLeft, Action::kRight}));
  costs.subtract_minimum();
  EXPECT_EQ(costs.of(Action::kShift), 1);
  EXPECT_EQ(costs.of(Action::kLeft), 0);
}

TEST(Oracle, WrongLabelOfATemporaryArcMattersOnlyIfTheArcIsKept) {
  using S = NonMonotonicArcEager;
  Configuration c(3, {.root = kLast});
  apply<S>(c, Action::kShift);
  const Gold gold(Heads{kNoHead, 0, 1, 1}, std::vector<Label>{kNoLabel, kNoLabel, 1, kNoLabel});
  Oracle<S> oracle;
  EXPECT_EQ(oracle.cost(c, gold, {Action::kRight, 1}), 0);
  EXPECT_EQ(oracle.cost(c, gold, {Action::kRight, 2}), 1);
  // Either head is right, so the arc with the wrong label can still be overridden by LEFT.
  const Gold either = test::gold_of(
      {{}, {.heads = {{0}}}, {.heads = {{1}, {3}}, .labels = {"1"}}, {.heads = {{1}}}});
  EXPECT_EQ(oracle.cost(c, either, {Action::kRight, 2}), 0);
}

/// Along random derivations of sentences too long for exhaustive search, the closed form and the
/// dynamic program agree on projective trees, full and partial.
template <TransitionSystem S>
void closed_form_agrees(std::mt19937& random) {
  for (int round = 0; round < 60; ++round) {
    const Node words = 6 + static_cast<Node>(random() % 20);
    Heads heads = test::random_projective_tree(random, words);
    for (Node word = 1; word <= words; ++word) {
      if (round % 2 == 1 && random() % 3 == 0) heads[static_cast<std::size_t>(word)] = kNoHead;
    }
    SystemOptions options{.root = round % 4 < 2 ? kFirst : kLast, .single_root = round % 3 == 0};
    if (S::kSpan) options.span = 1 + round % 8;
    const Gold gold(heads, {.longest_arc = options.span, .root = options.root});
    ASSERT_TRUE(gold.projective());
    Oracle<S> oracle;
    Configuration c(words, options);
    while (!S::is_final(c)) {
      const Costs costs = oracle.costs(c, gold);
      const int best = oracle.best_completion(c, gold);
      auto chosen = *costs.legal.begin();
      for (const Action action : costs.legal) {
        Configuration next = c;
        apply<S>(next, action);
        const int after = gain<S>(c, gold, {action, kNoLabel}) + oracle.best_completion(next, gold);
        ASSERT_EQ(costs.of(action), best - after)
            << S::kName << " " << action_name(action) << " of " << testing::PrintToString(heads);
        if (random() % 2 == 0 && (random() % 3 == 0 || costs.of(action) == 0)) chosen = action;
      }
      apply<S>(c, chosen);
    }
  }
}

TEST(Oracle, ClosedFormsAgreeWithTheDynamicProgramOnLongSentences) {
  std::mt19937 random(11);
  for_each_system([&](auto system) {
    using S = decltype(system);
    if constexpr (HasClosedForm<S>) closed_form_agrees<S>(random);
  });
}

constexpr std::array kAllKinds{GoldKind::kHeads,  GoldKind::kConstraints, GoldKind::kAmbiguous,
                               GoldKind::kSides,  GoldKind::kForbidden,   GoldKind::kSpans,
                               GoldKind::kLabels, GoldKind::kLabelSets};
constexpr Label kLabels = 2;

/// An annotation to which any heads contribute: a tree or not.
Gold any_gold(std::mt19937_64& random, int words, GoldKind kind, const SystemOptions& options) {
  const Heads heads = numbered_heads(words, random() % numbered_heads_count(words));
  return random_gold(random, heads, kind, kLabels, options);
}

TEST(Oracle, LossIsWhatTheBestReachableTreeLacks) {
  std::mt19937_64 random(14);
  test::for_each_system_with_options([&](auto system, const SystemOptions& options) {
    using S = decltype(system);
    Oracle<S> oracle;
    std::vector<int> best;
    for (int words = 1; words <= 3; ++words) {
      const ConfigurationGraph<S> graph(words, options, kLabels);
      for (int round = 0; round < 24; ++round) {
        const GoldKind kind = kAllKinds[static_cast<std::size_t>(round) % kAllKinds.size()];
        const Gold gold = any_gold(random, words, kind, options);
        graph.best_values(gold, best);
        for (int index = 0; index < graph.size(); ++index) {
          ASSERT_EQ(oracle.loss(graph.configuration(index), gold),
                    best.back() - best[static_cast<std::size_t>(index)])
              << S::kName << ", gold " << describe(gold) << ", "
              << describe(graph.configuration(index), graph.path_to(index));
        }
      }
    }
  });
}

TEST(Oracle, LossGrowsByTheCostOfEveryTransition) {
  std::mt19937_64 random(15);
  test::for_each_system_with_options([&](auto system, const SystemOptions& options) {
    using S = decltype(system);
    Oracle<S> oracle;
    for (const GoldKind kind : kAllKinds) {
      for (int round = 0; round < 18; ++round) {
        const int words = 1 + round % 6;
        const Gold gold = any_gold(random, words, kind, options);
        Configuration c(words, options);
        ASSERT_EQ(oracle.loss(c, gold), 0);
        while (!S::is_final(c)) {
          const int loss = oracle.loss(c, gold);
          std::vector<Configuration> successors;
          for (const Action action : legal_actions<S>(c)) {
            const Label last = added_arc<S>(c, action) ? kLabels - 1 : kNoLabel;
            for (Label label = kNoLabel; label <= last; ++label) {
              Configuration& next = successors.emplace_back(c);
              apply<S>(next, {action, label});
              ASSERT_EQ(oracle.loss(next, gold), loss + oracle.cost(c, gold, {action, label}))
                  << S::kName << ", gold " << describe(gold) << ", " << action_name(action) << ":"
                  << label << " of " << describe(c, {});
            }
          }
          c = successors[random() % successors.size()];
        }
      }
    }
  });
}

TEST(Oracle, LossComparesAnnotations) {
  Configuration c(3, {.root = kLast});
  for (const Action action : {Action::kShift, Action::kLeft}) apply<ArcEager>(c, action);
  Oracle<ArcEager> oracle;
  EXPECT_EQ(oracle.loss(c, Gold(Heads{kNoHead, 2, 0, 2})), 0);
  // Word 1 has another head, and can no longer be one.
  EXPECT_EQ(oracle.loss(c, Gold(Heads{kNoHead, 0, 1, 2})), 2);
  EXPECT_EQ(oracle.loss(c, Gold(Heads{kNoHead, kNoHead, 1, 2})), 1);
  EXPECT_EQ(oracle.loss(c, Gold(3)), 0);
}

/// Follows optimal transitions; returns the tree they build.
template <TransitionSystem S>
Heads follow(const Heads& heads, int search_limit) {
  const Gold gold(heads);
  Oracle<S> oracle;
  oracle.set_search_limit(search_limit);
  Configuration c(gold.words(), {.root = default_root<S>(), .single_root = true});
  while (!S::is_final(c)) apply<S>(c, *oracle.costs(c, gold).optimal().begin());
  return {c.heads().begin(), c.heads().end()};
}

TEST(Oracle, FollowingOptimalTransitionsBuildsTheTree) {
  std::mt19937 random(12);
  for_each_system([&](auto system) {
    using S = decltype(system);
    if (S::kSpan) return;
    for (int round = 0; round < 20; ++round) {
      // A system that is searched is only exact for short sentences.
      const bool searched =
          S::kCompletion == Completion::kSearch || S::kCompletion == Completion::kReordering;
      const Node longest = searched ? 7 : 30;
      const Node words = 1 + static_cast<Node>(random() % static_cast<unsigned>(longest));
      const bool any_tree = !kProjective<S>;
      const Heads heads =
          any_tree ? test::random_tree(random, words) : test::random_projective_tree(random, words);
      EXPECT_EQ(follow<S>(heads, kExactSearchLimit), heads) << S::kName;
    }
  });
}

TEST(Oracle, OptimalTransitionsAreThoseOfMinimumCost) {
  std::mt19937_64 random(14);
  constexpr int kWords = 4;
  for_each_system([&](auto system) {
    using S = decltype(system);
    const SystemOptions options{.root = default_root<S>(), .span = S::kSpan ? 2 : 0};
    const ConfigurationGraph<S> graph(kWords, options);
    Oracle<S> oracle;
    for (const GoldKind kind : {GoldKind::kHeads, GoldKind::kAmbiguous, GoldKind::kSpans}) {
      for (int round = 0; round < 4; ++round) {
        const Heads heads = numbered_heads(kWords, random() % numbered_heads_count(kWords));
        const Gold gold = random_gold(random, heads, kind, 0, options);
        for (int i = 0; i < graph.size(); ++i) {
          const Configuration& c = graph.configuration(i);
          ASSERT_EQ(oracle.optimal(c, gold), oracle.costs(c, gold).optimal()) << S::kName;
        }
      }
    }
  });
}

TEST(Oracle, SwapsInProjectiveOrderAreOfNoUse) {
  Oracle<Swap> oracle;
  swap_test::for_each_tree_up_to(5, [&](const Heads& heads) {
    const Gold gold(heads);
    swap_test::Judge judge(heads);
    judge.for_each_configuration([&](const Configuration& c) {
      const ActionSet ordered = judge.permissible(c);
      const ActionSet useful = oracle.useful(c, gold);
      const ActionSet optimal = oracle.optimal(c, gold);
      for (const Action action : ordered) ASSERT_TRUE(useful.contains(action));
      for (const Action action : useful) ASSERT_TRUE(optimal.contains(action));
      ASSERT_EQ(useful.contains(Action::kSwap), ordered.contains(Action::kSwap));
    });
  });
}

TEST(Oracle, SwapBuildsNearlyAllLongTreesWithinTheLimitOfTraining) {
  std::mt19937 random(13);
  constexpr int kTrees = 50;
  int built = 0;
  for (int round = 0; round < kTrees; ++round) {
    const Heads heads = test::random_tree_with_gaps(random, 8 + round % 25);
    built += follow<Swap>(heads, kTrainingSearchLimit) == heads ? 1 : 0;
  }
  EXPECT_GE(built, kTrees * 9 / 10);
}

}  // namespace
}  // namespace panarc
