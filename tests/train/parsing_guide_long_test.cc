#include <gtest/gtest.h>

#include <random>

#include "support/systems.h"
#include "support/trees.h"
#include "train/guide.h"

namespace panarc {
namespace {

TEST(ParsingGuide, EveryOracleOfEverySystemLeadsToTheTree) {
  std::mt19937 random(1);
  test::for_each_system_with_options([&]<class S>(S, const SystemOptions& options) {
    if (options.span != 0) return;
    for (int i = 0; i < 20; ++i) {
      const Heads heads = test::random_projective_tree(random, 1 + i % 8);
      const Gold gold = test::gold_of(heads);
      for (const auto reference : {Strategy::Reference::kStatic, Strategy::Reference::kDynamic}) {
        test::Guide<S> guide({reference, CostMethod::kExact, {}}, options);
        guide.begin(gold);
        EXPECT_EQ(guide.follow_first(gold), heads) << S::kName;
      }
    }
  });
}

}  // namespace
}  // namespace panarc
