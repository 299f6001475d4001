#include "train/parsing_guide.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "support/systems.h"
#include "support/trees.h"
#include "train/guide.h"

namespace panarc {
namespace {

using test::gold_of;
using test::Guide;

constexpr auto kStatic = Strategy::Reference::kStatic;
constexpr auto kDynamic = Strategy::Reference::kDynamic;

/// As training has them: three of the oracles are static.
GuideOptions with_oracle(SwapOracle oracle) {
  return {is_static(oracle) ? kStatic : kDynamic, CostMethod::kExact, oracle};
}

TEST(ParsingGuide, SwapOraclesLeadToAnyTree) {
  std::mt19937 random(2);
  for (const SwapOracle oracle : kSwapOracleNames.values()) {
    Guide<Swap> guide(with_oracle(oracle), {.root = RootPosition::kFirst, .single_root = true});
    for (int i = 0; i < 20; ++i) {
      const Heads heads = test::random_tree(random, 1 + i % 7);
      const Gold gold = gold_of(heads);
      guide.begin(gold);
      EXPECT_EQ(guide.follow_first(gold), heads);
    }
  }
}

// The arcs from 3 to 1 and from 1 to 4 cross those from ROOT to 2 and from 2 to 3. After three
// shifts, costs allow SHIFT as well as SWAP; EAGER swaps as soon as it can.
TEST(ParsingGuide, SwapOraclesDifferFromCosts) {
  const Gold gold = gold_of({kNoHead, 3, 0, 2, 1});
  const SystemOptions options{.root = RootPosition::kFirst};
  bool differ = false;
  for (const SwapOracle oracle : kSwapOracleNames.values()) {
    Guide<Swap> guide(with_oracle(oracle), options, LabelMode::kNone, {});
    Guide<Swap> by_costs({kDynamic, CostMethod::kExact, {}}, options, LabelMode::kNone, {});
    guide.begin(gold);
    by_costs.begin(gold);
    SwapGuide expected(Heads{kNoHead, 3, 0, 2, 1}, oracle);
    ParseState state = guide.start(gold);
    for (std::size_t depth = 0; !Swap::is_final(state.configuration()); ++depth) {
      const ActionSet correct = guide->correct(state, depth).actions;
      EXPECT_EQ(correct, expected.permissible(state.configuration()));
      const ActionSet cheapest = by_costs->correct(state, depth).actions;
      for (const Action action : correct) EXPECT_TRUE(cheapest.contains(action));
      differ = differ || cheapest.size() > correct.size();
      state.advance<Swap>({*correct.begin(), kNoLabel});
    }
  }
  EXPECT_TRUE(differ);
}

TEST(ParsingGuide, CostsTakeOverWhereCorrectTransitionsDoNotLead) {
  std::mt19937 random(3);
  const SystemOptions options{.root = RootPosition::kFirst, .single_root = true};
  std::vector<GuideOptions> all{{kStatic, CostMethod::kExact, {}}};
  for (const SwapOracle oracle : kSwapOracleNames.values()) all.push_back(with_oracle(oracle));
  for (const GuideOptions& guide_options : all) {
    Guide<Swap> guide(guide_options, options);
    Oracle<Swap> oracle;
    oracle.set_search_limit(kTrainingSearchLimit);
    for (int i = 0; i < 20; ++i) {
      const Gold gold = gold_of(test::random_tree(random, 5));
      guide.begin(gold);
      guide->leave_path();
      ParseState state = guide.start(gold);
      for (std::size_t depth = 0; !Swap::is_final(state.configuration()); ++depth) {
        const Configuration& c = state.configuration();
        ASSERT_EQ(guide->correct(state, depth).actions, oracle.useful(c, gold));
        const ActionSet legal = legal_actions<Swap>(c);
        auto action = legal.begin();
        std::advance(action, static_cast<int>(random() % static_cast<unsigned>(legal.size())));
        state.advance<Swap>({*action, kNoLabel});
      }
      // The next sentence begins on the path again.
      guide.begin(gold);
      EXPECT_EQ(guide.follow_first(gold)[1], gold.head(1));
    }
  }
}

TEST(ParsingGuide, SwapOraclesStandAsideWhereThereIsNoTree) {
  for (const SwapOracle oracle : kSwapOracleNames.values()) {
    Guide<Swap> guide(with_oracle(oracle), {.root = RootPosition::kFirst, .single_root = true});
    // A word without a head, and two roots where one is allowed.
    for (const Heads& heads : {Heads{kNoHead, 2, 0, kNoHead, 3}, Heads{kNoHead, 0, 0, 2, 2}}) {
      const Gold gold = gold_of(heads);
      guide.begin(gold);
      const Heads found = guide.follow_first(gold);
      int right = 0;
      for (std::size_t word = 1; word <= 4; ++word) right += found[word] == heads[word] ? 1 : 0;
      EXPECT_EQ(right, 3);
    }
  }
}

TEST(ParsingGuide, TheStaticOracleHasOneDerivation) {
  const Gold gold = gold_of({kNoHead, 2, 0, 2});
  Guide<ArcEager> guide({kStatic, CostMethod::kExact, {}}, {}, LabelMode::kNone, {});
  guide.begin(gold);
  // S L S R D L, by hand; it depends on nothing but the depth.
  const ParseState state = guide.start(gold);
  const std::vector<Action> expected{Action::kShift, Action::kLeft,   Action::kShift,
                                     Action::kRight, Action::kReduce, Action::kLeft};
  for (std::size_t depth = 0; depth < expected.size(); ++depth) {
    EXPECT_EQ(guide->correct(state, depth).actions, ActionSet{expected[depth]});
  }
}

/// Word 1 has label 0 and is under 2; word 2 has 1 and is under ROOT; 3 has 2 and is under 2. In
/// [1|2 3] LEFT is the right arc, RIGHT a wrong one.
class GuideLabels : public testing::Test {
 protected:
  GuideLabels() { state_.advance<ArcEager>({Action::kShift, kNoLabel}); }

  /// The labels that are correct with an action.
  std::vector<Label> correct(Strategy::Reference reference, Action action, LabelSet labels) {
    Guide<ArcEager> guide({reference, CostMethod::kExact, {}}, {}, LabelMode::kJoint, labels);
    guide.begin(gold_);
    std::vector<Label> result;
    for (Label label = 0; label < labels.count; ++label) {
      if (guide->is_correct(state_, {{action}, {}}, {action, label})) result.push_back(label);
    }
    return result;
  }

  Gold gold_{Heads{kNoHead, 2, 0, 2}, std::vector<Label>{kNoLabel, 0, 1, 2}};
  ParseState state_{3, {}};
};

TEST_F(GuideLabels, ARightArcHasOneLabel) {
  for (const auto reference : {kStatic, kDynamic}) {
    EXPECT_THAT(correct(reference, Action::kLeft, {3, 0}), testing::ElementsAre(0));
  }
}

TEST_F(GuideLabels, AWrongArcHasAnyLabelUnlessTheOracleIsStatic) {
  EXPECT_THAT(correct(kDynamic, Action::kRight, {3, 0}), testing::ElementsAre(0, 1, 2));
  EXPECT_THAT(correct(kStatic, Action::kRight, {3, 0}), testing::ElementsAre(1));
}

TEST_F(GuideLabels, ALabelThatMayNotStandThereIsNotAskedFor) {
  // Label 0 is kept for ROOT.
  for (const auto reference : {kStatic, kDynamic}) {
    EXPECT_THAT(correct(reference, Action::kLeft, {3, 1}), testing::ElementsAre(0, 1, 2));
  }
}

TEST_F(GuideLabels, AnyOfSeveralLabelsIsCorrect) {
  const std::vector<KnownWord> words{{}, {.heads = {{2, {"0", "2"}}}}, {.heads = {{0}}}, {}};
  gold_ = Gold(words, [](std::string_view name) { return static_cast<Label>(name[0] - '0'); });
  for (const auto reference : {kStatic, kDynamic}) {
    EXPECT_THAT(correct(reference, Action::kLeft, {3, 0}), testing::ElementsAre(0, 2));
  }
}

TEST_F(GuideLabels, AWordOfWhichNothingIsKnownHasAnyLabel) {
  gold_ = gold_of({kNoHead, kNoHead, 0, 2});
  for (const auto reference : {kStatic, kDynamic}) {
    EXPECT_THAT(correct(reference, Action::kLeft, {3, 0}), testing::ElementsAre(0, 1, 2));
  }
}

TEST_F(GuideLabels, OnlyARightArcIsWorthACorrection) {
  Guide<ArcEager> guide({kStatic, CostMethod::kExact, {}}, {}, LabelMode::kParallel, {3, 0});
  guide.begin(gold_);
  EXPECT_TRUE(guide->has_corrections());
  const auto classes = TransitionClasses::of<ArcEager>(LabelMode::kParallel, {3, 0});
  const auto wrong = guide->correction(state_, {Action::kLeft, 2});
  ASSERT_TRUE(wrong.has_value());
  EXPECT_EQ(wrong->expected, classes.of(Action::kLeft, 0));
  EXPECT_EQ(wrong->found, classes.of(Action::kLeft, 2));
  EXPECT_FALSE(guide->correction(state_, {Action::kLeft, 0}).has_value());
  EXPECT_FALSE(guide->correction(state_, {Action::kRight, 2}).has_value());
  EXPECT_FALSE(guide->correction(state_, {Action::kShift, kNoLabel}).has_value());
}

TEST_F(GuideLabels, ACorrectionAsksForALabelThatMayStandThere) {
  // Label 0 is kept for ROOT.
  constexpr LabelSet kSet{4, 1};
  Guide<ArcEager> guide({kStatic, CostMethod::kExact, {}}, {}, LabelMode::kParallel, kSet);
  const std::vector<KnownWord> words{{}, {.heads = {{2, {"0", "2"}}}}, {.heads = {{0}}}, {}};
  gold_ = Gold(words, [](std::string_view name) { return static_cast<Label>(name[0] - '0'); });
  guide.begin(gold_);
  const auto wrong = guide->correction(state_, {Action::kLeft, 3});
  ASSERT_TRUE(wrong.has_value());
  EXPECT_EQ(wrong->expected,
            TransitionClasses::of<ArcEager>(LabelMode::kParallel, kSet).of(Action::kLeft, 2));
}

}  // namespace
}  // namespace panarc
