#include <gtest/gtest.h>

#include "panarc/error.h"
#include "panarc/experiment.h"
#include "panarc/scheme.h"
#include "support/sample.h"

namespace panarc {
namespace {

SchemeExperiment small_experiment() {
  SchemeExperiment experiment;
  experiment.rules = {Scheme::kMwe, Scheme::kDet, Scheme::kCase};
  experiment.seeds = 2;
  experiment.training.fast = true;
  experiment.training.labels = LabelMode::kNone;
  experiment.training.epochs = 2;
  return experiment;
}

TEST(CompareSchemes, TrainsEveryRuleInThreeWays) {
  const auto train = test::sample("train", 100);
  const auto dev = test::sample("dev", 20);
  const auto test_data = test::sample("test", 20);
  std::size_t calls = 0;
  const auto results = compare_schemes(train, dev, test_data, small_experiment(),
                                       [&](std::size_t done, std::size_t all) {
                                         EXPECT_EQ(done, ++calls);
                                         EXPECT_EQ(all, 10);
                                       });
  EXPECT_EQ(calls, 10);
  ASSERT_EQ(results.size(), 2);  // there are no chains of three
  for (const SchemeResult& result : results) {
    EXPECT_GT(result.places, 10);
    EXPECT_GE(result.changed, result.places);
    EXPECT_EQ(result.original.uas.size(), 2);
    EXPECT_EQ(result.original.uas, results[0].original.uas);
    EXPECT_NE(result.original.uas, result.changed_scheme.uas);
    EXPECT_NE(result.original.predictability, result.changed_scheme.predictability);
    EXPECT_NE(result.original.perplexity, result.changed_scheme.perplexity);
    ASSERT_EQ(result.share_of_changed.size(), 2);
    for (const double share : result.share_of_changed) {
      EXPECT_GE(share, 0);
      EXPECT_LE(share, 1);
    }
    EXPECT_GT(result.mean_share(), 0);
    EXPECT_LT(result.mean_share(), 1);
  }
}

TEST(CompareSchemes, DoesNotDependOnThreads) {
  const auto train = test::sample("train", 60);
  const auto dev = test::sample("dev", 10);
  SchemeExperiment experiment = small_experiment();
  experiment.rules = {Scheme::kCase};
  const std::string one = to_json(compare_schemes(train, dev, dev, experiment));
  experiment.threads = 3;
  EXPECT_EQ(to_json(compare_schemes(train, dev, dev, experiment)), one);
}

TEST(CompareSchemes, LeavesOutReferencesThatAreThere) {
  auto train = test::sample("train", 40);
  auto dev = test::sample("dev", 10);
  SchemeExperiment experiment = small_experiment();
  experiment.rules = {Scheme::kCase};
  experiment.seeds = 1;
  const std::string plain = to_json(compare_schemes(train, dev, dev, experiment));
  for (auto* part : {&train, &dev}) add_references(*part, std::vector<Sentence>(*part));
  EXPECT_EQ(to_json(compare_schemes(train, dev, dev, experiment)), plain);
}

TEST(CompareSchemes, EndsWithAnErrorOfOneTraining) {
  const auto train = test::sample("train", 10);
  SchemeExperiment experiment = small_experiment();
  experiment.training.system = "arc-eager-span";
  EXPECT_THROW(compare_schemes(train, train, train, experiment), OptionError);
}

TEST(CompareSchemes, NeedsDataAndSeeds) {
  const auto train = test::sample("train", 10);
  EXPECT_THROW(compare_schemes(train, train, {}, small_experiment()), Error);
  SchemeExperiment experiment = small_experiment();
  experiment.seeds = 0;
  EXPECT_THROW(compare_schemes(train, train, train, experiment), Error);
}

TEST(SchemeResult, EveryMeasurePicks) {
  SchemeResult result;
  result.original = {{80, 82}, 2.5, 100};
  result.changed_scheme = {{81, 83}, 2.4, 101};
  result.share_of_changed = {0.4, 0.7};
  EXPECT_DOUBLE_EQ(result.difference(), 1);
  EXPECT_TRUE(result.changed_is_better());
  EXPECT_TRUE(result.references_prefer_changed());
  EXPECT_TRUE(result.predictability_prefers_changed());
  EXPECT_FALSE(result.perplexity_prefers_changed());
}

}  // namespace
}  // namespace panarc
