#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>
#include <vector>

#include "support/systems.h"
#include "task/parsing_task.h"

namespace panarc {
namespace {

constexpr LabelSet kTwoLabels{2, 1};
constexpr Label kTags = 3;

template <TransitionSystem S>
ParsingTask<S> task_of(const SystemOptions& options, Label tags = kTags,
                       TagTime time = TagTime::kPushed, LabelMode mode = LabelMode::kNone) {
  return {TransitionClasses::of<S>(mode, kTwoLabels, {tags, time}), options};
}

EncodedSentence words_of(int count) {
  EncodedSentence words;
  words.reset(count, 0);
  return words;
}

/// Takes everything that is offered.
struct AllSteps {
  [[nodiscard]] static bool only_best() { return false; }
  [[nodiscard]] static bool is_full() { return false; }
  [[nodiscard]] static bool wants(float /*score*/) { return true; }
  void add(const Transition& step, float /*score*/) { steps.push_back(step); }

  std::vector<Transition> steps;
};

template <class Task>
std::vector<Transition> steps_of(const Task& task, const ParseState& state) {
  const std::vector<float> row(task.classes().size());
  AllSteps offers;
  task.successors(state, row.data(), offers);
  return offers.steps;
}

/// The trees of all derivations, and how many derivations lead to each. Of tags, only one is tried.
template <class Task>
void count_trees(const Task& task, const ParseState& state,
                 std::map<std::vector<Node>, std::size_t>& trees) {
  if (task.is_final(state)) {
    const auto heads = state.configuration().heads();
    ++trees[{heads.begin(), heads.end()}];
    if (task.classes().tags() == 0) return;
    ASSERT_EQ(state.tagged(), static_cast<std::size_t>(state.configuration().words()));
    for (Node word = 1; word <= state.configuration().words(); ++word) {
      ASSERT_EQ(state.tag(word), word % kTags);
    }
    return;
  }
  const Node word = state.word_to_tag();
  const std::vector<Transition> steps = steps_of(task, state);
  if (word != kNoHead) {
    ASSERT_EQ(steps.size(), static_cast<std::size_t>(kTags));
  }
  for (const Transition& step : steps) {
    ASSERT_EQ(step.action == Action::kTag, word != kNoHead);
    if (word != kNoHead && step.label != word % kTags) continue;
    ParseState next = state;
    task.advance(next, step);
    count_trees(task, next, trees);
  }
}

TEST(Tagging, LeavesTheTreesOfEverySystemAsTheyAre) {
  test::for_each_system_with_options([](auto system, const SystemOptions& options) {
    using S = decltype(system);
    for (int words = 1; words <= 3; ++words) {
      std::map<std::vector<Node>, std::size_t> with_tags;
      std::map<std::vector<Node>, std::size_t> without;
      const auto plain = task_of<S>(options, 0, TagTime::kNever);
      ParseState state;
      plain.start(words_of(words), state);
      count_trees(plain, state, without);
      for (const TagTime time : {TagTime::kPushed, TagTime::kAtFront}) {
        with_tags.clear();
        const auto tagging = task_of<S>(options, kTags, time);
        tagging.start(words_of(words), state);
        count_trees(tagging, state, with_tags);
        EXPECT_EQ(with_tags, without) << S::kName;
      }
    }
  });
}

TEST(Tagging, ComesBeforeArcs) {
  test::for_each_system_with_options([](auto system, const SystemOptions& options) {
    using S = decltype(system);
    const auto task = task_of<S>(
        options, kTags, S::kArcsOnStack ? TagTime::kPushed : TagTime::kAtFront, LabelMode::kJoint);
    std::mt19937 random(1);
    for (int round = 0; round < 20; ++round) {
      ParseState state;
      task.start(words_of(6), state);
      while (!task.is_final(state)) {
        const std::vector<Transition> steps = steps_of(task, state);
        const Transition step = steps[random() % steps.size()];
        if (const auto arc = added_arc<S>(state.configuration(), step.action)) {
          for (const Node node : {arc->head, arc->dependent}) {
            if (node != kRoot) {
              EXPECT_NE(state.tag(node), kNoLabel) << S::kName;
            }
          }
        }
        task.advance(state, step);
      }
    }
  });
}

TEST(Tagging, DoesNotCountAsAnAction) {
  const auto task = task_of<ArcEager>({}, kTags, TagTime::kAtFront);
  ParseState state;
  task.start(words_of(2), state);
  task.advance(state, {Action::kTag, 1});
  EXPECT_EQ(state.history(1), 0);
  task.advance(state, {Action::kShift, kNoLabel});
  task.advance(state, {Action::kTag, 2});
  EXPECT_EQ(state.history(1), static_cast<int>(Action::kShift) + 1);
  EXPECT_EQ(state.history(2), 0);
}

TEST(Tagging, OneTagNeedsNoScore) {
  const auto task = task_of<ArcEager>({}, 1, TagTime::kAtFront);
  ParseState state;
  task.start(words_of(2), state);
  EXPECT_EQ(task.only_step(state, task.choices(state)), (Transition{Action::kTag, 0}));
  const auto several = task_of<ArcEager>({}, kTags, TagTime::kAtFront);
  EXPECT_EQ(several.only_step(state, several.choices(state)), std::nullopt);
}

TEST(Tagging, StatesOfLongSentencesAreCopiedWithTheirTags) {
  constexpr int kWords = ParseState::kLongSentence + 40;
  for_each_system([](auto system) {
    using S = decltype(system);
    const auto task = task_of<S>({.root = default_root<S>()});
    std::mt19937 random(7);
    std::vector<ParseState> states(3);
    task.start(words_of(kWords), states[0]);
    for (ParseState& state : states) state = states[0];
    const auto advance = [&](ParseState& state) {
      for (int i = 0; i < 12 && !task.is_final(state); ++i) {
        const std::vector<Transition> steps = steps_of(task, state);
        task.advance(state, steps[random() % steps.size()]);
      }
    };
    for (int round = 0; round < 60; ++round) {
      for (ParseState& state : states) advance(state);
      ParseState& target = states[random() % states.size()];
      const ParseState& source = states[random() % states.size()];
      const ParseState expected(source);
      target = expected;
      ASSERT_EQ(target.configuration(), expected.configuration());
      ASSERT_EQ(target.tagged(), expected.tagged());
      for (Node word = 1; word <= kWords; ++word) {
        ASSERT_EQ(target.tag(word), expected.tag(word)) << S::kName;
      }
    }
  });
}

TEST(Tagging, TagsHaveTheLastClasses) {
  for (const LabelMode mode : {LabelMode::kJoint, LabelMode::kParallel, LabelMode::kNone}) {
    const auto plain = TransitionClasses::of<ArcEager>(mode, kTwoLabels);
    const auto classes =
        TransitionClasses::of<ArcEager>(mode, kTwoLabels, {kTags, TagTime::kPushed});
    EXPECT_EQ(classes.size(), plain.size() + static_cast<std::size_t>(kTags));
    for (Label tag = 0; tag < kTags; ++tag) {
      EXPECT_EQ(classes.of(Transition{Action::kTag, tag}),
                plain.size() + static_cast<std::size_t>(tag));
    }
    EXPECT_EQ(classes.of(Transition{Action::kRight, 1}), plain.of(Transition{Action::kRight, 1}));
  }
}

}  // namespace
}  // namespace panarc
