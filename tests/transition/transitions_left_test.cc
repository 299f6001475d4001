#include "transition/transitions_left.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstddef>
#include <vector>

#include "support/derivations.h"
#include "support/systems.h"

namespace panarc {
namespace {

/// What is left along a random derivation, from the beginning to the end.
template <TransitionSystem S>
std::vector<std::size_t> left_along_derivation(RootPosition root, bool single_root) {
  const SystemOptions options{.root = root, .single_root = single_root, .span = S::kSpan ? 20 : 0};
  std::vector<std::size_t> left;
  test::for_random_derivation<S>(options, 1, [&](const ParseState& state) {
    left.push_back(transitions_left<S>(state.configuration(), left.size()));
  });
  return left;
}

template <class S>
class TransitionsLeft : public testing::Test {};
TYPED_TEST_SUITE(TransitionsLeft, test::AllSystems, test::NameOfType);

TYPED_TEST(TransitionsLeft, AreThoseThatFollow) {
  for (const RootPosition root : {RootPosition::kFirst, RootPosition::kLast}) {
    if (!allows<TypeParam>(root)) continue;
    for (const bool single_root : {false, true}) {
      EXPECT_TRUE(rc::check([&] {
        const auto left = left_along_derivation<TypeParam>(root, single_root);
        RC_ASSERT(left.back() == 0U);
        if (TypeParam::kCompletion == Completion::kPairs) return;  // an estimate
        for (std::size_t i = 0; i + 1 < left.size(); ++i) {
          // A word that is swapped goes back to the buffer, and is to be shifted again.
          const bool swapped = left[i + 1] == left[i] + 1;
          if (kProjective<TypeParam> || !swapped) RC_ASSERT(left[i] == left[i + 1] + 1);
        }
      }));
    }
  }
}

TEST(TransitionsLeft, OfCovingtonAreAsManyPerWordAsBefore) {
  Configuration c(6, {});
  EXPECT_EQ(transitions_left<Covington>(c, 0), 6U);
  apply<Covington>(c, Action::kShift);
  apply<Covington>(c, Action::kLeft);
  apply<Covington>(c, Action::kShift);
  // Three transitions for two words, and four words are left.
  EXPECT_EQ(transitions_left<Covington>(c, 3), 6U);
}

}  // namespace
}  // namespace panarc
