#include "transition/transition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace panarc {
namespace {

TEST(Transition, NamesAreReadAsTheyArePrinted) {
  for (int i = 0; i < kActionCount; ++i) {
    const auto action = static_cast<Action>(i);
    EXPECT_EQ(kActionNames.parse(action_name(action)), action);
  }
  EXPECT_EQ(action_name(Action::kNoArc), "NO-ARC");
  EXPECT_EQ(kActionNames.parse("shift"), std::nullopt);
  EXPECT_EQ(kActionNames.parse(""), std::nullopt);
}

TEST(ActionSet, IsIteratedInTheOrderOfActions) {
  ActionSet set{Action::kSwap, Action::kShift};
  EXPECT_TRUE(set.contains(Action::kSwap));
  EXPECT_FALSE(set.contains(Action::kLeft));
  set.insert(Action::kLeft);
  const std::vector<Action> actions(set.begin(), set.end());
  EXPECT_THAT(actions, testing::ElementsAre(Action::kShift, Action::kLeft, Action::kSwap));
  EXPECT_EQ(set.size(), 3);
  EXPECT_TRUE(ActionSet{}.empty());
}

}  // namespace
}  // namespace panarc
