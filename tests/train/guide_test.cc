#include "train/guide.h"

#include <gtest/gtest.h>

#include <random>

#include "support/systems.h"
#include "support/trees.h"

namespace panarc {
namespace {

/// An example with a tree. Label 0 is everywhere but under ROOT, where label 1 is.
Example example_of(const Heads& heads) {
  Example example;
  example.gold = Gold(heads);
  for (Node word = 1; word < static_cast<Node>(heads.size()); ++word) {
    const Node head = heads[static_cast<std::size_t>(word)];
    if (head != kNoHead) example.gold.set_label(word, head == kRoot ? 1 : 0);
  }
  return example;
}

template <TransitionSystem S>
Heads follow_first(Guide<S>& guide, Configuration c) {
  for (std::size_t depth = 0; !S::is_final(c); ++depth) {
    const ActionSet correct = guide.correct(c, depth);
    EXPECT_FALSE(correct.empty());
    if (correct.empty()) break;
    EXPECT_TRUE(is_legal<S>(c, *correct.begin()));
    apply<S>(c, *correct.begin());
  }
  return {c.heads().begin(), c.heads().end()};
}

TEST(Guide, EveryOracleOfEverySystemLeadsToTheTree) {
  std::mt19937 random(1);
  test::for_each_system_with_options([&]<class S>(S, const SystemOptions& options) {
    if (options.span != 0) return;
    for (int i = 0; i < 20; ++i) {
      const Heads heads = test::random_projective_tree(random, 1 + i % 8);
      Example example = example_of(heads);
      const auto classes = TransitionClasses::of<S>(LabelMode::kJoint, {2, 1});
      for (const auto reference : {Strategy::Reference::kStatic, Strategy::Reference::kDynamic}) {
        Guide<S> guide({reference, CostMethod::kExact, {}}, classes);
        guide.begin(example, options);
        EXPECT_EQ(follow_first(guide, Configuration(example.gold.words(), options)), heads)
            << S::kName;
      }
    }
  });
}

TEST(Guide, SwapOraclesLeadToAnyTree) {
  std::mt19937 random(2);
  const SystemOptions options{.root = RootPosition::kFirst, .single_root = true};
  const auto classes = TransitionClasses::of<Swap>(LabelMode::kJoint, {2, 1});
  for (const SwapOracle oracle : kSwapOracles) {
    Guide<Swap> guide({Strategy::Reference::kDynamic, CostMethod::kExact, oracle}, classes);
    for (int i = 0; i < 20; ++i) {
      const Heads heads = test::random_tree(random, 1 + i % 7);
      Example example = example_of(heads);
      guide.begin(example, options);
      EXPECT_EQ(follow_first(guide, Configuration(example.gold.words(), options)), heads);
    }
  }
}

// "1 3 2" of which 3 is under 1 and 2 under ROOT: the arcs cross. EAGER swaps as soon as it can.
TEST(Guide, SwapOraclesDifferFromCosts) {
  const Heads heads{kNoHead, 3, 0, 2, 1};
  const SystemOptions options{.root = RootPosition::kFirst};
  const auto classes = TransitionClasses::of<Swap>(LabelMode::kNone, {});
  for (const SwapOracle oracle : kSwapOracles) {
    Example example = example_of(heads);
    Guide<Swap> guide({Strategy::Reference::kDynamic, CostMethod::kExact, oracle}, classes);
    guide.begin(example, options);
    SwapGuide expected(heads, oracle);
    Configuration c(4, options);
    for (std::size_t depth = 0; !Swap::is_final(c); ++depth) {
      const ActionSet correct = guide.correct(c, depth);
      EXPECT_EQ(correct, expected.permissible(c));
      apply<Swap>(c, *correct.begin());
    }
  }
}

TEST(Guide, CostsTakeOverWhereCorrectTransitionsDoNotLead) {
  std::mt19937 random(3);
  const SystemOptions options{.root = RootPosition::kFirst, .single_root = true};
  const auto classes = TransitionClasses::of<Swap>(LabelMode::kJoint, {2, 1});
  std::vector<GuideOptions> all;
  for (const SwapOracle oracle : kSwapOracles) {
    all.push_back({Strategy::Reference::kDynamic, CostMethod::kExact, oracle});
  }
  all.push_back({Strategy::Reference::kStatic, CostMethod::kExact, {}});
  for (const GuideOptions& guide_options : all) {
    Guide<Swap> guide(guide_options, classes);
    Oracle<Swap> oracle;
    oracle.set_search_limit(kTrainingSearchLimit);
    for (int i = 0; i < 20; ++i) {
      Example example = example_of(test::random_tree(random, 5));
      guide.begin(example, options);
      guide.leave_path();
      Configuration c(5, options);
      for (std::size_t depth = 0; !Swap::is_final(c); ++depth) {
        ASSERT_EQ(guide.correct(c, depth), oracle.costs(c, example.gold).optimal());
        const ActionSet legal = legal_actions<Swap>(c);
        auto action = legal.begin();
        std::advance(action, static_cast<int>(random() % static_cast<unsigned>(legal.size())));
        apply<Swap>(c, *action);
      }
      // The next sentence begins on the path again.
      guide.begin(example, options);
      EXPECT_EQ(follow_first(guide, Configuration(5, options))[1], example.gold.head(1));
    }
  }
}

TEST(Guide, SwapOraclesStandAsideWhereThereIsNoTree) {
  const SystemOptions options{.root = RootPosition::kFirst, .single_root = true};
  const auto classes = TransitionClasses::of<Swap>(LabelMode::kJoint, {2, 1});
  for (const SwapOracle swap_oracle : kSwapOracles) {
    Guide<Swap> guide({Strategy::Reference::kDynamic, CostMethod::kExact, swap_oracle}, classes);
    // A word without a head, and two roots where one is allowed.
    for (const Heads& heads : {Heads{kNoHead, 2, 0, kNoHead, 3}, Heads{kNoHead, 0, 0, 2, 2}}) {
      Example example = example_of(heads);
      guide.begin(example, options);
      const Heads found = follow_first(guide, Configuration(4, options));
      int right = 0;
      for (std::size_t word = 1; word <= 4; ++word) right += found[word] == heads[word] ? 1 : 0;
      EXPECT_EQ(right, 3);
    }
  }
}

TEST(Guide, TheStaticOracleIsAskedOnce) {
  Example example = example_of({kNoHead, 2, 0, 2});
  const auto classes = TransitionClasses::of<ArcEager>(LabelMode::kNone, {});
  Guide<ArcEager> guide({Strategy::Reference::kStatic, CostMethod::kExact, {}}, classes);
  guide.begin(example, {});
  // S L S R D L, by hand.
  const std::vector<Action> expected{Action::kShift, Action::kLeft,   Action::kShift,
                                     Action::kRight, Action::kReduce, Action::kLeft};
  EXPECT_EQ(example.reference, expected);
  // What is there is used.
  example.reference = {Action::kLeft};
  guide.begin(example, {});
  EXPECT_EQ(guide.correct(Configuration(3, {}), 0), ActionSet{Action::kLeft});
}

class GuideLabels : public testing::Test {
 protected:
  GuideLabels() { example_.gold.set_label(3, 2); }

  [[nodiscard]] std::optional<Label> only_label(Strategy::Reference reference, Arc arc,
                                                LabelSet labels = {3, 1}) {
    const auto classes = TransitionClasses::of<ArcEager>(LabelMode::kJoint, labels);
    Guide<ArcEager> guide({reference, CostMethod::kExact, {}}, classes);
    guide.begin(example_, {});
    return guide.only_label(Configuration(3, {}), arc);
  }

  static constexpr auto kStatic = Strategy::Reference::kStatic;
  static constexpr auto kDynamic = Strategy::Reference::kDynamic;
  // Word 1 has label 0 and is under 2; word 2 has 1 and is under ROOT; 3 has 2 and is under 2.
  Example example_ = example_of({kNoHead, 2, 0, 2});
};

TEST_F(GuideLabels, ARightArcHasOneLabel) {
  for (const auto reference : {kStatic, kDynamic}) {
    EXPECT_EQ(only_label(reference, {2, 1}, {3, 0}), 0);
    EXPECT_EQ(only_label(reference, {kRoot, 2}, {3, 0}), 1);
    EXPECT_EQ(only_label(reference, {2, 3}, {3, 0}), 2);
  }
}

TEST_F(GuideLabels, AWrongArcHasAnyLabelUnlessTheOracleIsStatic) {
  EXPECT_EQ(only_label(kDynamic, {1, 3}), std::nullopt);
  EXPECT_EQ(only_label(kStatic, {1, 3}), 2);
}

TEST_F(GuideLabels, ALabelThatMayNotStandThereIsNotAskedFor) {
  // Label 0 is kept for ROOT.
  for (const auto reference : {kStatic, kDynamic}) {
    EXPECT_EQ(only_label(reference, {2, 1}), std::nullopt);
    EXPECT_EQ(only_label(reference, {kRoot, 2}), std::nullopt);
    EXPECT_EQ(only_label(reference, {2, 3}), 2);
  }
}

TEST_F(GuideLabels, AWordOfWhichNothingIsKnownHasAnyLabel) {
  example_ = example_of({kNoHead, kNoHead, 0, 2});
  for (const auto reference : {kStatic, kDynamic}) {
    EXPECT_EQ(only_label(reference, {2, 1}), std::nullopt);
  }
}

TEST_F(GuideLabels, OnlyARightArcIsWorthALabel) {
  const auto classes = TransitionClasses::of<ArcEager>(LabelMode::kParallel, {3, 0});
  Guide<ArcEager> guide({kStatic, CostMethod::kExact, {}}, classes);
  guide.begin(example_, {});
  const Configuration c(3, {});
  EXPECT_EQ(guide.label_if_right(c, {2, 1}), 0);
  EXPECT_EQ(guide.label_if_right(c, {3, 1}), std::nullopt);
}

}  // namespace
}  // namespace panarc
