#include "scorer/network/state_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "panarc/error.h"
#include "transition/systems.h"

namespace panarc {
namespace {

using testing::ElementsAre;

struct Sight {
  std::vector<Node> nodes;
  std::vector<Node> tagged;
  std::vector<Label> labels;
};

template <TransitionSystem S>
Sight sight_of(const ParseState& state, StateView::Width width) {
  const StateView view(S::kName, width);
  StateView::Seen seen;
  view.find(state, seen);
  const auto first = [](const auto& all, std::size_t count) {
    return std::vector(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
  };
  return {first(seen.nodes, view.roles()), first(seen.tagged, view.tagged()),
          first(seen.labels, view.labels())};
}

/// Six words; 2 has taken 1 and 3, and is on the stack with 4 behind it in the buffer.
ParseState arc_eager_state() {
  ParseState state(6, {.root = RootPosition::kLast});
  state.advance<ArcEager>({Action::kShift});
  state.advance<ArcEager>({Action::kLeft, 5});
  state.advance<ArcEager>({Action::kShift});
  state.advance<ArcEager>({Action::kRight, 7});
  return state;
}

constexpr Node kNone = kNoHead;

TEST(StateView, ANarrowOneSeesWhereTransitionsTakePlace) {
  const Sight sight = sight_of<ArcEager>(arc_eager_state(), StateView::Width::kNarrow);
  // Two of three on the stack, two in the buffer, and two heads.
  EXPECT_THAT(sight.nodes, ElementsAre(kNone, 2, 3, 4, 5, 2, kNone));
  EXPECT_TRUE(sight.tagged.empty());
  EXPECT_TRUE(sight.labels.empty());
}

TEST(StateView, AWideOneLooksAround) {
  const Sight sight = sight_of<ArcEager>(arc_eager_state(), StateView::Width::kWide);
  EXPECT_THAT(sight.nodes, ElementsAre(kNone, 2, 3, 4, 5, 2, kNone, 6));
  // Around 3, which has no dependents; around 2; of 4 on the left; words beside 3, 2 and 4.
  EXPECT_THAT(sight.tagged, ElementsAre(kNone, kNone, kNone, kNone, kNone, kNone,  //
                                        1, 3, kNone, kNone, kNone, kNone,          //
                                        kNone, kNone, 2, 4, 3, 3));
  // The labels of nodes 3 and 4 themselves, then those of their dependents.
  EXPECT_THAT(sight.labels, ElementsAre(7, kNoLabel, kNoLabel, kNoLabel, kNoLabel, kNoLabel, 5, 7,
                                        kNoLabel, kNoLabel, kNoLabel, kNoLabel));
}

TEST(StateView, SeesNothingBesideRootAndBeyondTheSentence) {
  const Sight first =
      sight_of<ArcEager>(ParseState(1, {.root = RootPosition::kFirst}), StateView::Width::kWide);
  EXPECT_THAT(first.nodes, ElementsAre(kNone, kNone, kRoot, 1, kNone, kNone, kNone, kNone));
  EXPECT_THAT(first.tagged, testing::Each(kNone));
  EXPECT_THAT(first.labels, testing::Each(kNoLabel));
}

TEST(StateView, AnUnknownSystemIsAnError) {
  EXPECT_THROW(StateView("arc-lazy", StateView::Width::kNarrow), Error);
}

}  // namespace
}  // namespace panarc
