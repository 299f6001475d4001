#include "task/parsing_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "transition/arc_eager.h"

namespace panarc {
namespace {

using Task = ParsingTask<ArcEager>;

/// Takes everything that is offered.
struct AllOffers {
  [[nodiscard]] bool only_best() const { return best_only; }
  [[nodiscard]] static bool is_full() { return false; }
  [[nodiscard]] static bool wants(float /*score*/) { return true; }
  void add(const Transition& step, float score) { taken.emplace_back(step, score); }

  bool best_only = false;
  std::vector<std::pair<Transition, float>> taken;
};

/// Allows no LEFT, and RIGHT with one label.
class OneLabel final : public TransitionFilter {
 public:
  ActionSet actions(const ParseState& /*state*/) override {
    return {Action::kShift, Action::kRight};
  }
  std::span<const Label> labels(const ParseState& /*state*/, Action /*action*/) override {
    static constexpr std::array<Label, 2> kLabels{0, 2};  // 0 is for ROOT, and out of the question
    return kLabels;
  }
};

/// Label 0 is for ROOT.
TransitionClasses classes(LabelMode mode) { return TransitionClasses::of<ArcEager>(mode, {4, 1}); }

/// [1|2 3]
ParseState after_shift() {
  ParseState state(3, {});
  state.advance<ArcEager>({Action::kShift, kNoLabel});
  return state;
}

std::vector<float> row_of(const TransitionClasses& classes) {
  std::vector<float> row(classes.size());
  for (std::size_t cls = 0; cls < row.size(); ++cls) row[cls] = static_cast<float>(cls % 5);
  return row;
}

std::vector<Transition> steps(const AllOffers& offers) {
  std::vector<Transition> result;
  for (const auto& offer : offers.taken) result.push_back(offer.first);
  return result;
}

TEST(ParsingTask, BestLabelIsTheFirstOfTheBest) {
  const Task task(classes(LabelMode::kJoint), {});
  std::vector<float> scores(task.classes().size());
  for (const Label label : {1, 2, 3}) scores[task.classes().of(Action::kRight, label)] = 5;
  EXPECT_EQ(task.best_label(scores.data(), Action::kRight, {0, 3}), 1);
  EXPECT_EQ(task.best_label(scores.data(), Action::kRight, {2, 1}), 2);
  EXPECT_EQ(task.best_label(scores.data(), Action::kRight, {3, 1}), 3);
  EXPECT_EQ(task.best_label(scores.data(), Action::kLeft, {0, 3}), 0);
}

TEST(ParsingTask, OffersEveryActionWithEveryLabelThatMayStandThere) {
  const Task task(classes(LabelMode::kJoint), {});
  AllOffers offers;
  task.successors(after_shift(), row_of(task.classes()).data(), offers);
  EXPECT_THAT(steps(offers),
              testing::ElementsAre(Transition{Action::kShift, kNoLabel},
                                   Transition{Action::kLeft, 1}, Transition{Action::kLeft, 2},
                                   Transition{Action::kLeft, 3}, Transition{Action::kRight, 1},
                                   Transition{Action::kRight, 2}, Transition{Action::kRight, 3}));
}

TEST(ParsingTask, WithoutLabelsThereAreActionsOnly) {
  const Task task(classes(LabelMode::kNone), {});
  AllOffers offers;
  task.successors(after_shift(), row_of(task.classes()).data(), offers);
  EXPECT_THAT(steps(offers), testing::ElementsAre(Transition{Action::kShift, kNoLabel},
                                                  Transition{Action::kLeft, kNoLabel},
                                                  Transition{Action::kRight, kNoLabel}));
}

TEST(ParsingTask, AFilterLeavesOutWhatItDoesNotAllow) {
  OneLabel filter;
  for (const LabelMode mode : {LabelMode::kJoint, LabelMode::kParallel}) {
    Task task(classes(mode), {});
    task.set_filter(&filter);
    const std::vector<float> row = row_of(task.classes());
    for (const bool best_only : {false, true}) {
      AllOffers offers{best_only, {}};
      task.successors(after_shift(), row.data(), offers);
      EXPECT_THAT(steps(offers), testing::ElementsAre(Transition{Action::kShift, kNoLabel},
                                                      Transition{Action::kRight, 2}));
      EXPECT_EQ(offers.taken[1].second, row[task.class_of({Action::kRight, 2})]);
    }
    task.set_filter(nullptr);
    AllOffers offers{true, {}};
    task.successors(after_shift(), row.data(), offers);
    EXPECT_EQ(offers.taken.size(), 3U);
  }
}

}  // namespace
}  // namespace panarc
