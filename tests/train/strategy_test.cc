#include "panarc/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace panarc {
namespace {

using testing::ElementsAre;
using Reference = Strategy::Reference;
using Violation = Strategy::Violation;

Strategy named(std::string_view name) { return strategy_by_name(name).value(); }

TEST(Strategy, Names) {
  EXPECT_THAT(
      strategy_names(),
      ElementsAre("greedy", "goldberg", "greedyn", "early", "maxv", "full", "earlyND", "maxvND",
                  "earlyNDrestart", "maxvNDrestart", "earlyNDrestartSO", "maxvNDrestartSO"));
  for (const std::string& name : strategy_names()) EXPECT_TRUE(strategy_by_name(name)) << name;
  EXPECT_EQ(strategy_by_name("lazy"), std::nullopt);
  EXPECT_EQ(strategy_by_name(""), std::nullopt);
  EXPECT_EQ(strategy_by_name("Greedy"), std::nullopt);
}

TEST(Strategy, AllDiffer) {
  std::set<std::string> descriptions;
  for (const std::string& name : strategy_names()) descriptions.insert(describe(named(name)));
  EXPECT_EQ(descriptions.size(), strategy_names().size());
}

// PanParser, 4.3 and B; Goldberg & Nivre (2012), section 5; Aufrant et al. (2017), section 3.
TEST(Strategy, Parts) {
  for (const char* name : {"greedy", "goldberg", "greedyn"}) {
    EXPECT_TRUE(named(name).greedy) << name;
    EXPECT_TRUE(named(name).restart) << name;
    EXPECT_EQ(named(name).violation, Violation::kEarly) << name;
  }
  EXPECT_EQ(named("greedy").reference, Reference::kStatic);
  EXPECT_EQ(named("greedy").explore, 0);
  EXPECT_EQ(named("goldberg").reference, Reference::kDynamic);
  EXPECT_EQ(named("goldberg").explore, 0.9);
  EXPECT_EQ(named("goldberg").explore_after, 2);
  EXPECT_EQ(named("goldberg").resume, Strategy::Resume::kRandomCorrect);
  EXPECT_EQ(named("greedyn").reference, Reference::kDynamic);
  EXPECT_EQ(named("greedyn").explore, 1);
  EXPECT_EQ(named("greedyn").explore_after, 0);

  for (const char* name : {"early", "maxv", "full"}) {
    EXPECT_FALSE(named(name).greedy) << name;
    EXPECT_EQ(named(name).reference, Reference::kStatic) << name;
    EXPECT_FALSE(named(name).restart) << name;
  }
  EXPECT_EQ(named("early").violation, Violation::kEarly);
  EXPECT_EQ(named("maxv").violation, Violation::kMax);
  EXPECT_EQ(named("full").violation, Violation::kFull);

  for (const std::string name : {"early", "maxv"}) {
    const Strategy base = named(name);
    Strategy expected = base;
    expected.reference = Reference::kDynamic;
    EXPECT_EQ(named(name + "ND"), expected);
    expected.restart = true;
    EXPECT_EQ(named(name + "NDrestart"), expected);
    expected.explore = 1;
    EXPECT_EQ(named(name + "NDrestartSO"), expected);
  }
}

TEST(Strategy, Description) {
  EXPECT_EQ(describe(named("greedy")), "local, static oracle, restart");
  EXPECT_EQ(describe(named("goldberg")),
            "local, dynamic oracle, restart after a random transition, exploration 90% after 2 "
            "epochs");
  EXPECT_EQ(describe(named("full")), "beam, static oracle, full update, one update per sentence");
  EXPECT_EQ(describe(named("maxvNDrestartSO")),
            "beam, dynamic oracle, update at the largest violation, restart, exploration 100%");
  Strategy by_epoch = named("greedyn");
  by_epoch.explore = EpochRates({0, 0.5, 0.9});
  EXPECT_EQ(describe(by_epoch), "local, dynamic oracle, restart, exploration 0%, 50%, then 90%");
  Strategy strategy = named("earlyND");
  strategy.positive = Strategy::Positive::kRandom;
  strategy.negative = Strategy::Negative::kRandom;
  strategy.time_limit = 20;
  strategy.reset_every = 5;
  EXPECT_EQ(describe(strategy),
            "beam, dynamic oracle, early update, random positive, random negative, one update per "
            "sentence, 20 transitions, reset every 5");
}

}  // namespace
}  // namespace panarc
