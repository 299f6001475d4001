#include "oracle/action_memo.h"

#include <gtest/gtest.h>

#include "oracle/exhaustive.h"
#include "oracle/oracle.h"
#include "transition/systems.h"

namespace panarc {
namespace {

// A configuration is remembered by its stack, which may be as long as the sentence.
TEST(ActionMemo, ForgetsLongStacksBeforeThereIsNoRoom) {
  constexpr int kWords = 2000;
  constexpr int kAnnotations = 20;
  ActionMemo memo;
  int found = 0;
  const auto ask = [&](const Configuration& c, const Gold& gold) {
    memo.get(c, gold, [&] {
      ++found;
      return ActionSet{Action::kShift};
    });
  };
  const Gold first(kWords);
  Configuration start(kWords, {});
  ask(start, first);
  ask(start, first);
  EXPECT_EQ(found, 1);
  for (int i = 0; i < kAnnotations; ++i) {
    const Gold gold(kWords);
    for (Configuration c = start; !c.buffer_empty(); c.shift()) ask(c, gold);
  }
  found = 0;
  ask(start, first);
  EXPECT_EQ(found, 1);
}

TEST(ActionMemo, TellsLimitsOnTheLengthOfArcsApart) {
  constexpr int kWords = 4;
  const Gold gold(Heads{kNoHead, 3, 0, 2, 1});
  ASSERT_FALSE(gold.projective());
  Oracle<ArcHybridSpan> oracle;
  for (const int span : {1, 2, 3, 4}) {
    const ConfigurationGraph<ArcHybridSpan> graph(kWords, {.span = span});
    for (int i = 0; i < graph.size(); ++i) {
      const Configuration& c = graph.configuration(i);
      ASSERT_EQ(oracle.optimal(c, gold), oracle.costs(c, gold).optimal()) << "span " << span;
    }
  }
}

}  // namespace
}  // namespace panarc
