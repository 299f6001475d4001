#include "oracle/completion_search.h"

#include <gtest/gtest.h>

#include "oracle/completion.h"
#include "oracle/exhaustive.h"
#include "oracle/verify.h"
#include "transition/systems.h"

namespace panarc {
namespace {

/// The search needs nothing of a system but its table, so it serves any that one may add.
template <TransitionSystem S>
void agrees_with_the_dynamic_program(bool single_root) {
  constexpr int kWords = 4;
  const SystemOptions options{.root = RootPosition::kLast, .single_root = single_root};
  const ConfigurationGraph<S> graph(kWords, options);
  BestCompletion<S> completion;
  CompletionSearch<S> search;
  std::mt19937_64 random(2);
  for (int round = 0; round < 30; ++round) {
    const Heads heads = numbered_heads(kWords, random() % numbered_heads_count(kWords));
    const GoldKind kind = std::array{GoldKind::kAmbiguous, GoldKind::kForbidden,
                                     GoldKind::kSpans}[static_cast<std::size_t>(round % 3)];
    const Gold gold = random_gold(random, heads, kind, 0);
    for (int i = 0; i < graph.size(); ++i) {
      const Configuration& c = graph.configuration(i);
      ASSERT_EQ(search.best(c, gold), completion.value(c, gold));
      ASSERT_TRUE(search.exact());
    }
  }
}

TEST(CompletionSearch, AgreesWithTheDynamicProgramOfOtherSystems) {
  for (const bool single_root : {false, true}) {
    agrees_with_the_dynamic_program<ArcStandard>(single_root);
    agrees_with_the_dynamic_program<ArcEager>(single_root);
    agrees_with_the_dynamic_program<ArcHybridPartial>(single_root);
    agrees_with_the_dynamic_program<NonMonotonicArcEager>(single_root);
    agrees_with_the_dynamic_program<Covington>(single_root);
  }
}

TEST(CompletionSearch, SaysWhenItsLimitMadeItGiveUp) {
  // 3 and 2 were swapped past each other and past 1, and nothing is left to bring them back.
  const Gold gold(Heads{kNoHead, 2, 0, 5, 1, 1, 2});
  const SystemOptions options{.root = RootPosition::kFirst};
  const ConfigurationGraph<Swap> graph(6, options);
  CompletionSearch<Swap> exact;
  CompletionSearch<Swap> limited;
  limited.set_limit(3);
  int given_up = 0;
  for (int i = 0; i < graph.size(); i += 7) {
    const int best = exact.best(graph.configuration(i), gold);
    const int found = limited.best(graph.configuration(i), gold);
    EXPECT_TRUE(exact.exact());
    EXPECT_LE(found, best);
    EXPECT_TRUE(!limited.exact() || found == best);
    given_up += limited.exact() ? 0 : 1;
  }
  EXPECT_GT(given_up, 0);
}

}  // namespace
}  // namespace panarc
