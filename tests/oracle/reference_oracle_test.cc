#include "oracle/reference_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>

#include "support/systems.h"
#include "support/trees.h"

namespace panarc {
namespace {

Label label_of(std::string_view name) { return static_cast<Label>(name.front() - 'a'); }

constexpr Node kPairs = 30;

/// Below the first word, of each of 30 pairs either may stand above the other.
TreeChoices pairs() {
  TreeChoices all;
  all.words.resize(2 * kPairs + 2);
  all.words[0] = {{}, {{kNoHead, "_"}}};
  all.words[1] = {{}, {{0, "a"}}};
  for (std::size_t i = 0; i < kPairs; ++i) {
    const Node first = static_cast<Node>(2 * i) + 2;
    all.choices.push_back({first, 2});
    all.words[2 * i + 2] = {{i}, {{1, "a"}, {first + 1, "a"}}};
    all.words[2 * i + 3] = {{i}, {{first, "a"}, {1, "a"}}};
  }
  return all;
}

/// Asks about every configuration of a derivation that takes correct transitions, but for one in
/// `errors` that is any.
class ThirtyChoices : public testing::Test {
 protected:
  ThirtyChoices() { of_references_.begin(references_); }

  void walk(unsigned errors) {
    std::mt19937 random(5);
    while (!ArcEager::is_final(c_)) {
      const ActionSet correct = of_references_.correct(c_).actions;
      const bool errs = errors > 0 && random() % errors == 0;
      errors_ += errs ? 1 : 0;
      several_ += correct.size() > 1 ? 1 : 0;
      const ActionSet from = errs ? legal_actions<ArcEager>(c_) : correct;
      auto action = from.begin();
      std::advance(action, random() % static_cast<unsigned>(from.size()));
      apply<ArcEager>(c_, {*action, kNoLabel});
    }
  }

  References references_{pairs(), label_of};
  Oracle<ArcEager> oracle_;
  ReferenceOracle<ArcEager> of_references_{oracle_};
  Configuration c_{2 * kPairs + 1, {}};
  int several_ = 0;
  int errors_ = 0;
};

TEST_F(ThirtyChoices, CostNoMoreThanTheyMust) {
  walk(0);
  EXPECT_GT(several_, kPairs / 2);
  const Gold reached = references_.gold(of_references_.selection(c_));
  for (Node word = 1; word <= c_.words(); ++word) EXPECT_EQ(c_.head(word), reached.head(word));
  EXPECT_LT(of_references_.annotations(), 40 * kPairs);
}

TEST_F(ThirtyChoices, CostLittleMoreAfterErrors) {
  walk(8);
  EXPECT_GT(errors_, 5);
  EXPECT_LT(of_references_.annotations(), 100 * kPairs);
}

}  // namespace
}  // namespace panarc
