#include "task/parse_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <utility>
#include <vector>

#include "support/derivations.h"
#include "support/systems.h"

namespace panarc {

// How GoogleTest prints dependents.
void PrintTo(const DependentsOnSide& side, std::ostream* out);  // NOLINT: GoogleTest's name
void PrintTo(const DependentsOnSide& side, std::ostream* out) {
  *out << "outermost " << side.outermost << ", second " << side.second << ", count " << side.count
       << ", labels " << side.labels;
}

namespace {

constexpr Label kLabels = 70;

/// What is said of the dependents on a side, by looking at all words.
DependentsOnSide count_dependents(const Configuration& c, Node node, bool left) {
  std::vector<Node> dependents;
  DependentsOnSide side;
  for (Node word = 1; word <= c.words(); ++word) {
    if (c.head(word) != node || (word < c.position(node)) != left) continue;
    dependents.push_back(word);
    if (c.label(word) != kNoLabel) side.labels |= std::uint64_t{1} << (c.label(word) % 64);
  }
  if (!left) std::reverse(dependents.begin(), dependents.end());
  side.count = static_cast<std::uint32_t>(dependents.size());
  if (!dependents.empty()) side.outermost = dependents[0];
  if (dependents.size() > 1) side.second = dependents[1];
  return side;
}

void check_dependents(const ParseState& state) {
  const Configuration& c = state.configuration();
  for (Node node = 0; node <= c.words(); ++node) {
    RC_ASSERT(state.left(node) == count_dependents(c, node, true));
    RC_ASSERT(state.right(node) == count_dependents(c, node, false));
  }
}

TEST(ParseState, KnowsTheDependentsAfterEveryTransition) {
  test::for_each_system_with_options([](auto system, const SystemOptions& options) {
    using S = decltype(system);
    const bool holds = rc::check(std::string(S::kName), [&] {
      test::for_random_derivation<S>(options, kLabels, check_dependents);
    });
    EXPECT_TRUE(holds) << S::kName;
  });
}

TEST(ParseState, KnowsTheConfiguration) {
  ParseState state(3, {.root = RootPosition::kFirst});
  Configuration c(3, {.root = RootPosition::kFirst});
  for (const Transition transition :
       {Transition{Action::kShift, kNoLabel}, Transition{Action::kLeft, 4},
        Transition{Action::kRight, 2}}) {
    state.advance<ArcEager>(transition);
    apply<ArcEager>(c, transition);
    EXPECT_EQ(state.configuration(), c);
  }
}

TEST(ParseState, AnOverriddenHeadLosesItsDependent) {
  ParseState state(3, {.root = RootPosition::kLast});
  const auto advance = [&](Action action, Label label) {
    state.advance<NonMonotonicArcEager>({action, label});
  };
  advance(Action::kShift, kNoLabel);
  advance(Action::kRight, 5);  // 1 -> 2, for a time
  EXPECT_EQ(state.right(1), (DependentsOnSide{2, kNoHead, 1, 1U << 5U}));
  advance(Action::kLeft, 6);  // 3 -> 2 instead
  EXPECT_EQ(state.right(1), DependentsOnSide{});
  EXPECT_EQ(state.left(3), (DependentsOnSide{2, kNoHead, 1, 1U << 6U}));
}

TEST(ParseState, LabelsAreASetModulo64) {
  ParseState state(4, {.root = RootPosition::kLast});
  for (int i = 0; i < 3; ++i) state.advance<ArcEager>({Action::kShift, kNoLabel});
  for (const Label label : {1, 65, 63}) state.advance<ArcEager>({Action::kLeft, label});
  EXPECT_EQ(state.left(4), (DependentsOnSide{1, 2, 3, (std::uint64_t{1} << 63U) | 2U}));
}

TEST(ParseState, RootLastHasItsDependentsOnTheLeft) {
  for (const RootPosition root : {RootPosition::kFirst, RootPosition::kLast}) {
    ParseState state(1, {.root = root});
    if (root == RootPosition::kLast) {
      state.advance<ArcEager>({Action::kShift, kNoLabel});
      state.advance<ArcEager>({Action::kLeft, 0});
    } else {
      state.advance<ArcEager>({Action::kRight, 0});
    }
    EXPECT_EQ(state.left(kRoot).count, root == RootPosition::kLast ? 1U : 0U);
    EXPECT_EQ(state.right(kRoot).count, root == RootPosition::kLast ? 0U : 1U);
  }
}

TEST(ParseState, RemembersTheLastFourActions) {
  const auto number = [](Action action) { return static_cast<int>(action) + 1; };
  ParseState state(4, {.root = RootPosition::kLast});
  for (std::size_t i = 1; i <= ParseState::kHistory; ++i) EXPECT_EQ(state.history(i), 0);
  std::vector<Action> taken;
  for (const Action action : {Action::kShift, Action::kRight, Action::kReduce, Action::kShift,
                              Action::kLeft, Action::kRight}) {
    state.advance<ArcEager>({action, adds_arc<ArcEager>(action) ? 0 : kNoLabel});
    taken.push_back(action);
    for (std::size_t i = 1; i <= ParseState::kHistory; ++i) {
      EXPECT_EQ(state.history(i), i > taken.size() ? 0 : number(taken[taken.size() - i]));
    }
  }
  state.reset(4, {});
  EXPECT_EQ(state.history(1), 0);
  EXPECT_EQ(state.left(4), DependentsOnSide{});
}

TEST(ParseState, ACopyIsIndependent) {
  ParseState state(2, {});
  state.advance<ArcEager>({Action::kShift, kNoLabel});
  ParseState copy = state;
  copy.advance<ArcEager>({Action::kLeft, 1});
  EXPECT_EQ(state.left(2).count, 0U);
  EXPECT_EQ(copy.left(2).count, 1U);
  EXPECT_EQ(state.history(1), static_cast<int>(Action::kShift) + 1);
}

void expect_equal(const ParseState& found, const ParseState& expected) {
  ASSERT_EQ(found.configuration(), expected.configuration());
  for (Node node = 0; node <= expected.configuration().words(); ++node) {
    ASSERT_EQ(found.left(node), expected.left(node));
    ASSERT_EQ(found.right(node), expected.right(node));
  }
  for (std::size_t i = 1; i <= ParseState::kHistory; ++i) {
    ASSERT_EQ(found.history(i), expected.history(i));
  }
}

template <TransitionSystem S>
void take_random_steps(ParseState& state, std::size_t count, std::mt19937& random) {
  for (std::size_t i = 0; i < count && !S::is_final(state.configuration()); ++i) {
    const ActionSet legal = legal_actions<S>(state.configuration());
    auto action = legal.begin();
    std::advance(action, static_cast<int>(random() % static_cast<unsigned>(legal.size())));
    const bool labelled = added_arc<S>(state.configuration(), *action).has_value();
    state.advance<S>({*action, labelled ? static_cast<Label>(random() % 5) : kNoLabel});
  }
}

// In a long sentence only what differs is copied. States of one search are copied onto each other
// as in a beam, near where they parted and far from it.
TEST(ParseState, InLongSentencesACopyIsTheSame) {
  std::mt19937 random(5);
  test::for_each_system_with_options([&](auto system, const SystemOptions& options) {
    using S = decltype(system);
    const int words = ParseState::kLongSentence + 40;
    std::vector<ParseState> states(5);
    states[0].reset(words, options);
    for (std::size_t i = 1; i < states.size(); ++i) states[i] = states[0];
    for (int round = 0; round < 300; ++round) {
      const std::size_t to = random() % states.size();
      const std::size_t from = random() % states.size();
      states[to] = states[from];
      const ParseState whole(states[from]);
      expect_equal(states[to], whole);
      if (testing::Test::HasFatalFailure()) FAIL() << S::kName;
      const bool far = random() % 20 == 0;
      take_random_steps<S>(states[to], far ? 60 : 1 + random() % 3, random);
      take_random_steps<S>(states[from], random() % 2, random);
    }
    // Onto a state of another sentence, and of a sentence of the same length.
    ParseState other(3, options);
    other = states[0];
    expect_equal(other, ParseState(states[0]));
    other.reset(words, options);
    other = states[1];
    expect_equal(other, ParseState(states[1]));
  });
}

TEST(ParseState, WhatWasMovedFromCanBeCopiedOnto) {
  std::mt19937 random(9);
  ParseState start(ParseState::kLongSentence, {});
  take_random_steps<ArcEager>(start, 50, random);
  ParseState other = start;
  take_random_steps<ArcEager>(other, 20, random);
  const ParseState expected = other;
  ParseState moved = std::move(start);
  EXPECT_EQ(moved.shared_steps(other), 50U);
  start = other;  // NOLINT(bugprone-use-after-move): assigning is what is tested
  expect_equal(start, expected);
  moved = std::move(start);
  expect_equal(moved, expected);
  start = moved;  // NOLINT(bugprone-use-after-move)
  expect_equal(start, expected);
}

TEST(ParseState, KnowsWhatItSharesWithAnotherOfItsSearch) {
  std::mt19937 random(7);
  ParseState start(9000, {});
  for (const std::size_t common : {0, 1, 2, 300, 1000, 5000}) {
    ParseState one = start;
    take_random_steps<ArcEager>(one, common, random);
    ParseState other = one;
    EXPECT_EQ(one.shared_steps(other), common);
    for (const std::size_t steps : {1, 2, 3, 4, 5, 30, 900}) {
      ParseState further = one;
      take_random_steps<ArcEager>(further, steps, random);
      take_random_steps<ArcEager>(other, 1, random);
      EXPECT_EQ(further.shared_steps(one), common);
      EXPECT_EQ(further.shared_steps(other), common);
      EXPECT_EQ(other.shared_steps(further), common);
    }
  }
  EXPECT_EQ(start.shared_steps(ParseState(9000, {})), 0U);
  ParseState brief(ParseState::kLongSentence - 1, {});
  take_random_steps<ArcEager>(brief, 10, random);
  EXPECT_EQ(brief.shared_steps(brief), 0U);
}

// A memory without an end would grow with the sentence, and so would the time to copy it.
TEST(ParseState, ForgetsWhatWasLongAgoHoweverItIsCopied) {
  std::mt19937 random(8);
  ParseState one(9000, {});
  take_random_steps<ArcEager>(one, 100, random);
  const ParseState old = one;
  ParseState other = one;
  for (int round = 0; round < 20; ++round) {
    take_random_steps<ArcEager>(one, 700, random);
    other = one;
    take_random_steps<ArcEager>(other, 1, random);
  }
  EXPECT_EQ(one.shared_steps(old), 0U);
  EXPECT_EQ(other.shared_steps(old), 0U);
}

TEST(ParseState, StatesThatPartedLongAgoAreCopiedWhole) {
  std::mt19937 random(6);
  ParseState start(4000, {.root = RootPosition::kFirst});
  ParseState one = start;
  ParseState other = start;
  take_random_steps<Swap>(one, 5000, random);
  take_random_steps<Swap>(other, 5000, random);
  ParseState copy = one;
  copy = other;
  expect_equal(copy, ParseState(other));
}

}  // namespace
}  // namespace panarc
