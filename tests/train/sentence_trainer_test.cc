#include "train/sentence_trainer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "train/worked_example.h"

namespace panarc {
namespace {

using test::WorkedExample;
using testing::ElementsAre;
using testing::IsEmpty;

// Local training: a beam of one, and an update for every wrong choice.
//
//    [|a]      S
//    [a|b]     S 4, L 0, R 2; correct: R                  update, on with R
//    [a b'|c]  S 0, R 1, D 2; the reference has S         update, on with S
//    [a b' c|d] S 2, L 6, R 0; the reference has L
//    [a b'|d]  S 6, R 8, D 0; the reference has D         update, on with D
//    [a|d]     S 4, L 0, R 9; the reference has R
//    [a d'|0]  D, the only choice; then [a|0] L, the only choice.
TEST_F(WorkedExample, GreedyFollowsTheStaticOracle) {
  EXPECT_THAT(train("greedy"), ElementsAre("+1 ab RIGHT", "-1 ab SHIFT",   //
                                           "+1 bc SHIFT", "-1 bc REDUCE",  //
                                           "+1 bd REDUCE", "-1 bd RIGHT"));
  EXPECT_EQ(counts_.updates, 3U);
  EXPECT_EQ(counts_.transitions, 8U);
  EXPECT_EQ(counts_.completed, 1U);
  EXPECT_EQ(counts_.loss, 2 + 2 + 8);
}

// With the dynamic oracle, D is as good as S in [a b'|c]:
//
//    [a|b]     S 4, L 0, R 2; correct: R                  update, on with R, the only correct one
//    [a b'|c]  S 0, R 1, D 2; correct: S, D               on with D
//    [a|c]     S 0, L 6, R 5; correct: S                  update, on with S
//    [a c|d]   S 2, L 6, R 0; correct: L
//    [a|d]     S 4, L 0, R 9; correct: R. No choice is left.
TEST_F(WorkedExample, GoldbergAcceptsWhatIsAsGood) {
  EXPECT_THAT(train(*strategy_by_name("goldberg"), 0),
              ElementsAre("+1 ab RIGHT", "-1 ab SHIFT", "+1 ac SHIFT", "-1 ac LEFT"));
  EXPECT_EQ(counts_.updates, 2U);
  EXPECT_EQ(counts_.transitions, 8U);
  EXPECT_EQ(counts_.completed, 1U);
  EXPECT_EQ(counts_.loss, 2 + 6);
}

/// What chance decides at an error: which of two correct transitions training goes on with, or that
/// the error is explored.
enum class Draw : std::uint8_t { kFirst, kSecond, kExplore };

/// Random numbers that decide in this way. Each error takes two: one to choose, one for exploration
/// with a probability of 0.9.
Random drawing(std::initializer_list<Draw> draws) {
  for (std::uint64_t seed = 1;; ++seed) {
    Random random(seed);
    const bool fits = std::all_of(draws.begin(), draws.end(), [&](Draw draw) {
      const std::size_t choice = random.below(2);
      const bool explore = random.real() < 0.9;
      return draw == Draw::kExplore ? explore
                                    : !explore && choice == (draw == Draw::kSecond ? 1U : 0U);
    });
    if (fits) return Random(seed);
  }
}

// Now R is worth 7 in [a b'|c], where S and D are correct: the second error. The update takes the
// better of the two, D; where training goes on is a matter of chance.
//
//    on with D:  [a|c] as above: update, S against L
//    on with S:  [a b' c|d] S 2, L 6, R 0; L is correct
//                [a b'|d]   S 6, R 8, D 0; correct: D     update
//                [a|d] as above.
TEST_F(WorkedExample, GoldbergGoesOnAfterARandomCorrectTransition) {
  set("bc", 0, 3, 7, 2);
  const Strategy strategy = *strategy_by_name("goldberg");
  EXPECT_THAT(train(strategy, 0, drawing({Draw::kFirst, Draw::kSecond})),
              ElementsAre("+1 ab RIGHT", "-1 ab SHIFT",   //
                          "+1 bc REDUCE", "-1 bc RIGHT",  //
                          "+1 ac SHIFT", "-1 ac LEFT"));
  EXPECT_THAT(train(strategy, 0, drawing({Draw::kFirst, Draw::kFirst})),
              ElementsAre("+1 ab RIGHT", "-1 ab SHIFT",   //
                          "+1 bc REDUCE", "-1 bc RIGHT",  //
                          "+1 bd REDUCE", "-1 bd RIGHT"));
}

// Later, 90% of the errors are explored. The first one leads to [a b|c], in which b has lost its
// head:
//
//    [a b|c]    S 0, L 3, R 7; correct: S, L (R loses c)  update, L against R
//
// The second error, explored, leads to [a b c'|d]. Only a and d can still be right, and d only if
// the stack is reduced to a:
//
//    [a b c'|d] S 2, R 0, D 0; correct: D                 update
//
// The third, explored, leads to [a b c' d|0]: from here on there is no choice. If it is not,
//
//    [a b|d]    S 6, L 0, R 8; correct: L                 update
//
// and whatever follows that is right. If the second is not explored, training goes on with S,
//
//    [a b c|d]  S 2, L 6, R 0; L is correct
//    [a b|d]    S 6, L 0, R 8; correct: L                 update
//
// or with L,
//
//    [a|c]      S 0, L 6, R 5; correct: S                 update
//
// and what follows either is right.
TEST_F(WorkedExample, GoldbergExploresErrors) {
  set("bc", 0, 3, 7, 2);
  const Strategy strategy = *strategy_by_name("goldberg");
  const double explore = strategy.explore.in(1);
  ASSERT_EQ(explore, 0.9);
  EXPECT_THAT(train(strategy, explore, drawing({Draw::kExplore, Draw::kExplore, Draw::kExplore})),
              ElementsAre("+1 ab RIGHT", "-1 ab SHIFT",  //
                          "+1 bc LEFT", "-1 bc RIGHT",   //
                          "+1 cd REDUCE", "-1 cd SHIFT"));
  EXPECT_THAT(train(strategy, explore, drawing({Draw::kExplore, Draw::kExplore, Draw::kFirst})),
              ElementsAre("+1 ab RIGHT", "-1 ab SHIFT",   //
                          "+1 bc LEFT", "-1 bc RIGHT",    //
                          "+1 cd REDUCE", "-1 cd SHIFT",  //
                          "+1 bd LEFT", "-1 bd RIGHT"));
  EXPECT_THAT(train(strategy, explore, drawing({Draw::kExplore, Draw::kFirst})),
              ElementsAre("+1 ab RIGHT", "-1 ab SHIFT",  //
                          "+1 bc LEFT", "-1 bc RIGHT",   //
                          "+1 bd LEFT", "-1 bd RIGHT"));
  EXPECT_THAT(train(strategy, explore, drawing({Draw::kExplore, Draw::kSecond})),
              ElementsAre("+1 ab RIGHT", "-1 ab SHIFT",  //
                          "+1 bc LEFT", "-1 bc RIGHT",   //
                          "+1 ac SHIFT", "-1 ac LEFT"));
}

// Every error is explored:
//
//    [a|b]     S 4, L 0, R 2; correct: R                  update, on with S
//    [a b|c]   S 0, L 3, R 1; b has lost its head; correct: S, L
//    [a|c]     S 0, L 6, R 5; correct: S                  update, on with L: a and d lose theirs
//    [|c]      S
//    [c|d]     S 2, L 6, R 0; correct: L
//    [|d]      S, then [d|0] L.
TEST_F(WorkedExample, GreedynExploresAllErrors) {
  EXPECT_THAT(train("greedyn"),
              ElementsAre("+1 ab RIGHT", "-1 ab SHIFT", "+1 ac SHIFT", "-1 ac LEFT"));
  EXPECT_EQ(counts_.updates, 2U);
  EXPECT_EQ(counts_.completed, 1U);
  EXPECT_EQ(counts_.loss, 2 + 6);
  // If R is worth 7 in [a|c], it is explored instead, and gives [a c'|d]: S 2, R 0, D 0. D is
  // correct, and the error is explored by S. Then there is no choice.
  set("ac", 0, 6, 7, 0);
  EXPECT_THAT(train("greedyn"), ElementsAre("+1 ab RIGHT", "-1 ab SHIFT",  //
                                            "+1 ac SHIFT", "-1 ac RIGHT",  //
                                            "+1 cd REDUCE", "-1 cd SHIFT"));
}

// Beam search. How the first beam goes is in pair_search_test.cc.

// After S R D, a beam begins in [a|c]:
//
//    step 1   L 6, R 5                                    dropped: S 0 *        update
//
// After S, a beam begins in [a c|d]; scores begin with 0 again:
//
//    step 1   L 6 *, S 2                                  dropped: R 0
//    step 2   L R 15 *, L S 10                            dropped: L L 6, S L 2
//    step 3   L R D 15 *, L S L 10
//    step 4   L R D L 15 *, L S L L 10                    the best is correct: done
TEST_F(WorkedExample, EarlyNdRestartGoesOnFromThePositive) {
  EXPECT_THAT(train("earlyNDrestart"), ElementsAre("+1 ab RIGHT", "+1 bc REDUCE",  //
                                                   "-1 ab SHIFT", "-1 bc LEFT",    //
                                                   "+1 ac SHIFT", "-1 ac LEFT"));
  EXPECT_EQ(counts_.updates, 2U);
  EXPECT_EQ(counts_.transitions, 8U);
  EXPECT_EQ(counts_.completed, 1U);
  EXPECT_EQ(counts_.loss, 3 + 6);
}

// After S R S L, a beam begins in [a b'|d]:
//
//    step 1   R 8, S 6                dropped: D 0 *      D 0                   violation 8
//    step 2   R D 8, S L 6                                D R 9                          -1
//    step 3   R D D 8, ...                                D R D 9                        -1
//    step 4   R D D L 8, ...                              D R D L 9                      -1
//
// (S in [a b'|d] gives 6 and leads to [a b' d|0], where L has 0.) After D, a beam begins in [a|d]:
//
//    step 1   R 9 *, S 4
//    step 3   R D L 9 *, S L L 4                          done
TEST_F(WorkedExample, MaxvNdRestartGoesOnFromThePositive) {
  EXPECT_THAT(train("maxvNDrestart"), ElementsAre("+1 ab RIGHT", "+1 bc SHIFT", "+1 cd LEFT",  //
                                                  "-1 ab SHIFT", "-1 bc LEFT", "-1 ac LEFT",   //
                                                  "+1 bd REDUCE", "-1 bd RIGHT"));
  EXPECT_EQ(counts_.updates, 2U);
  EXPECT_EQ(counts_.transitions, 8U);
  EXPECT_EQ(counts_.completed, 1U);
  EXPECT_EQ(counts_.loss, 5 + 8);
}

// After S S L, a beam begins in [a|c]; b is under c, which is wrong, but all others can be right:
//
//    step 1   L 6, R 5                                    dropped: S 0 *        update
//
// After L, a beam begins in [|c]; of c and d, only c can be right:
//
//    step 1   S 0 *
//    step 2   S L 6 *, S S 2                              dropped: S R 0
//    step 3   S L S 6 *, S S L 2
//    step 4   S S L L 8, S L S L 6 *                      the best is wrong: update
//
// (S S is [c d|0]; L attaches d to ROOT, and the second L, worth 6, attaches c.)
TEST_F(WorkedExample, EarlyNdRestartSoGoesOnFromTheNegative) {
  EXPECT_THAT(train("earlyNDrestartSO"),
              ElementsAre("+1 ab RIGHT", "+1 bc REDUCE", "-1 ab SHIFT", "-1 bc LEFT",  //
                          "+1 ac SHIFT", "-1 ac LEFT",                                 //
                          "+1 cd LEFT", "+1 d0 LEFT",                                  //
                          "-1 cd SHIFT", "-1 d0 LEFT", "-1 c0 LEFT"));
  EXPECT_EQ(counts_.updates, 3U);
  EXPECT_EQ(counts_.transitions, 8U);
  EXPECT_EQ(counts_.completed, 1U);
  EXPECT_EQ(counts_.loss, 3 + 6 + 2);
}

// After S S L L, a beam begins in [|c], as in the test above.
TEST_F(WorkedExample, MaxvNdRestartSoGoesOnFromTheNegative) {
  EXPECT_THAT(train("maxvNDrestartSO"), ElementsAre("+1 ab RIGHT", "+1 bc SHIFT", "+1 cd LEFT",  //
                                                    "-1 ab SHIFT", "-1 bc LEFT", "-1 ac LEFT",   //
                                                    "+1 cd LEFT", "+1 d0 LEFT",                  //
                                                    "-1 cd SHIFT", "-1 d0 LEFT", "-1 c0 LEFT"));
  EXPECT_EQ(counts_.updates, 2U);
  EXPECT_EQ(counts_.completed, 1U);
  EXPECT_EQ(counts_.loss, 5 + 2);
}

TEST_F(WorkedExample, ARateOfExplorationOfZeroIsNoExploration) {
  EXPECT_EQ(train(*strategy_by_name("maxvNDrestartSO"), 0), train("maxvNDrestart"));
  EXPECT_EQ(train(*strategy_by_name("earlyNDrestartSO"), 0), train("earlyNDrestart"));
}

// The static oracle has nothing to say about [a|c] with b under c, or about [|c] with a under c:
// there the exact costs take over, and find what earlyNDrestartSO finds.
TEST_F(WorkedExample, ExploringLeavesTheStaticReference) {
  Strategy strategy = *strategy_by_name("early");
  strategy.restart = true;
  EXPECT_THAT(train(strategy, 1),
              ElementsAre("+1 ab RIGHT", "+1 bc SHIFT", "-1 ab SHIFT", "-1 bc LEFT",  //
                          "+1 ac SHIFT", "-1 ac LEFT",                                //
                          "+1 cd LEFT", "+1 d0 LEFT",                                 //
                          "-1 cd SHIFT", "-1 d0 LEFT", "-1 c0 LEFT"));
}

// The sentence is over after two transitions. The best of the beam is S S then, which is wrong,
// though S R is in the beam.
TEST_F(WorkedExample, TheTimeLimitFlagsAnErrorAndEndsTheSentence) {
  Strategy strategy = *strategy_by_name("maxvNDrestart");
  strategy.time_limit = 2;
  EXPECT_THAT(train(strategy, 0), ElementsAre("+1 ab RIGHT", "-1 ab SHIFT"));
  EXPECT_EQ(counts_.transitions, 2U);
  EXPECT_EQ(counts_.completed, 0U);
  strategy.time_limit = 1;
  EXPECT_THAT(train(strategy, 0), IsEmpty());
  EXPECT_EQ(counts_.transitions, 1U);
  // The violation is in step 3; what follows is not looked at.
  strategy.time_limit = 3;
  EXPECT_THAT(train(strategy, 0), ElementsAre("+1 ab RIGHT", "+1 bc REDUCE",  //
                                              "-1 ab SHIFT", "-1 bc LEFT"));
  // At 4, step 4 is, which has the larger violation.
  strategy.time_limit = 4;
  EXPECT_EQ(train(strategy, 0), train("maxvND"));
}

// With the static reference, steps 3 and 4 have a violation of 5, and step 5 has 6.
TEST_F(WorkedExample, MaxViolationIsSoughtUpToTheTimeLimitOnly) {
  Strategy strategy = *strategy_by_name("maxv");
  strategy.time_limit = 4;
  EXPECT_EQ(train(strategy, 0), train("early"));
  strategy.time_limit = 5;
  EXPECT_EQ(train(strategy, 0), train("maxv"));
}

// A new beam after every two transitions:
//
//    from [|a]      S S 4, S R 2 *            the best is wrong: update; on with S R
//    from [a b'|c]  step 1: D 2 *, R 1; dropped: S 0
//                   step 2: D L 8, D R 7; dropped: R S 3, D S 2 *, ...       update; on with D S
//    from [a c|d]   L 6 *, S 2; then L R 15 *, L S 10: the best is correct; on with L R
//    from [a d'|0]  D L.
//
// (R gives [a b' c'|d], where S is worth 2.)
TEST_F(WorkedExample, AResetStartsANewBeam) {
  Strategy strategy = *strategy_by_name("earlyNDrestart");
  strategy.reset_every = 2;
  EXPECT_THAT(train(strategy, 0), ElementsAre("+1 ab RIGHT", "-1 ab SHIFT",  //
                                              "+1 ac SHIFT", "-1 ac LEFT"));
  EXPECT_EQ(counts_.transitions, 8U);
  EXPECT_EQ(counts_.completed, 1U);
  EXPECT_EQ(counts_.loss, 2 + 6);
}

// In [|a], S R is the only correct derivation of two steps, S S the only wrong one in the beam; in
// step 3, there are two of each. A random positive and a random negative give all four pairs.
TEST_F(WorkedExample, RandomPositiveAndNegative) {
  Strategy strategy = *strategy_by_name("earlyND");
  strategy.positive = Strategy::Positive::kRandom;
  strategy.negative = Strategy::Negative::kRandom;
  std::map<std::vector<std::string>, int> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed) ++seen[train(strategy, 0, Random(seed))];
  ASSERT_EQ(seen.size(), 4U);
  for (const std::string positive : {"+1 bc SHIFT", "+1 bc REDUCE"}) {
    for (const std::string negative : {"-1 bc LEFT", "-1 bc RIGHT"}) {
      const std::vector<std::string> changes{"+1 ab RIGHT", positive, "-1 ab SHIFT", negative};
      EXPECT_GT(seen[changes], 10) << testing::PrintToString(changes);
    }
  }
}

TEST_F(WorkedExample, TheSameRandomNumbersGiveTheSameUpdates) {
  const Strategy strategy = *strategy_by_name("goldberg");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(train(strategy, 0.5, Random(seed)), train(strategy, 0.5, Random(seed)));
  }
}

// As GreedyFollowsTheStaticOracle, but the first update is answered by weights with which SHIFT is
// the best in [a b'|c]: there is no second one there. The third is as it was.
TEST_F(WorkedExample, AnUpdateThatTakesEffectAtOnceIsFeltByTheNext) {
  std::vector<std::vector<std::string>> applied;
  apply_ = [&](std::span<const WeightChange> changes) {
    applied.push_back(names_of(changes));
    set("bc", 9, 0, 0, 0);
  };
  EXPECT_THAT(train("greedy"), IsEmpty());
  EXPECT_THAT(applied, ElementsAre(ElementsAre("+1 ab RIGHT", "-1 ab SHIFT"),
                                   ElementsAre("+1 bd REDUCE", "-1 bd RIGHT")));
  EXPECT_EQ(counts_.updates, 2U);
}

// With a reference of eight transitions: early and maxv update after 3 and 5 of them, the dynamic
// oracle after 3 and 4. With restart, and with full updates, all are used.
TEST_F(WorkedExample, UpdatesUseAShareOfTheDerivation) {
  const auto used = [&](std::string_view name) {
    train(name);
    return counts_.used;
  };
  EXPECT_EQ(used("early"), 3.0 / 8);
  EXPECT_EQ(used("maxv"), 5.0 / 8);
  EXPECT_EQ(used("full"), 1);
  EXPECT_EQ(used("earlyND"), 3.0 / 8);
  EXPECT_EQ(used("maxvND"), 4.0 / 8);
  for (const char* name : {"greedy", "greedyn", "earlyNDrestart", "maxvNDrestartSO"}) {
    EXPECT_EQ(used(name), 1) << name;
  }
  Strategy strategy = *strategy_by_name("maxvNDrestart");
  strategy.time_limit = 2;
  train(strategy, 0);
  EXPECT_EQ(counts_.used, 2.0 / 8);
}

// The heads that the weights get right are asked for before the first update, and after each: 3, 2
// and 2. After one of the two there are fewer.
TEST_F(WorkedExample, UpdatesThatLowerWhatIsRightAreCounted) {
  apply_ = [](std::span<const WeightChange> /*changes*/) {};
  std::vector<int> right{2, 2, 3};
  measure_ = [&] {
    const int last = right.back();
    right.pop_back();
    return last;
  };
  train("greedyn");
  EXPECT_EQ(counts_.updates, 2U);
  EXPECT_EQ(counts_.measured, 2U);
  EXPECT_EQ(counts_.lowered, 1U);
  EXPECT_THAT(right, IsEmpty());
}

// As GreedynExploresAllErrors: in [a|b], SHIFT loses the head of b, which costs 1. In [a|c], LEFT
// loses those of a and d.
TEST_F(WorkedExample, APerceptronTakesStepsAsLongAsTheCost) {
  loss_.cost_sensitive = true;
  EXPECT_THAT(train("greedyn"),
              ElementsAre("+1 ab RIGHT", "-1 ab SHIFT", "+2 ac SHIFT", "-2 ac LEFT"));
}

// The difference of two features has a square of 2. The gaps are 2 and 6, the margins 1 and the
// root of 2: the steps are 3 / 2 and 7.41421 / 2.
TEST_F(WorkedExample, PassiveAggressiveAsksForTheRootOfTheCost) {
  loss_ = {LossKind::kPassiveAggressive, 100, true};
  EXPECT_THAT(train("greedyn"), ElementsAre("-1.5 ab SHIFT", "+1.5 ab RIGHT",  //
                                            "+3.70711 ac SHIFT", "-3.70711 ac LEFT"));
  loss_.aggressiveness = 2;
  EXPECT_THAT(train("greedyn"), ElementsAre("-1.5 ab SHIFT", "+1.5 ab RIGHT",  //
                                            "+2 ac SHIFT", "-2 ac LEFT"));
}

// Of the derivations of MaxvUpdatesAtTheLargestViolation, S S L R S has lost the heads of b, c (by
// R) and d (by the last S). At the end, S S L L S S L L has lost all four. With an early update,
// the lost head is that of b.
TEST_F(WorkedExample, ADerivationCostsWhatItsTransitionsCost) {
  loss_.cost_sensitive = true;
  EXPECT_THAT(train("early"), ElementsAre("+1 ab RIGHT", "+1 bc SHIFT",  //
                                          "-1 ab SHIFT", "-1 bc LEFT"));
  EXPECT_THAT(train("maxv"),
              ElementsAre("+3 ab RIGHT", "+3 bc SHIFT", "+3 cd LEFT", "+3 bd REDUCE",  //
                          "-3 ab SHIFT", "-3 bc LEFT", "-3 ac RIGHT", "-3 cd SHIFT"));
  EXPECT_THAT(train("full"), testing::Contains("+4 a0 LEFT"));
}

// In [a b'|c], REDUCE is as good as the SHIFT of the static oracle, and costs nothing: it counts as
// if it cost 1.
TEST_F(WorkedExample, WhatTheStaticOracleDoesNotKnowCostsSomething) {
  const auto plain = train("greedy");
  loss_.cost_sensitive = true;
  EXPECT_EQ(train("greedy"), plain);
}

// A model that makes no error is left alone: the reference has the largest weights.
TEST_F(WorkedExample, NoErrorNoUpdate) {
  set("ab", 0, 0, 9, 0);
  set("bc", 9, 0, 0, 0);
  set("cd", 0, 9, 0, 0);
  set("bd", 0, 0, 0, 9);
  set("ad", 0, 0, 9, 0);
  for (const std::string& name : strategy_names()) {
    EXPECT_THAT(train(name), IsEmpty()) << name;
    EXPECT_EQ(counts_.updates, 0U) << name;
    EXPECT_EQ(counts_.transitions, 8U) << name;
    EXPECT_EQ(counts_.completed, 1U) << name;
  }
}

}  // namespace
}  // namespace panarc
