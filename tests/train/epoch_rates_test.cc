#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "panarc/error.h"
#include "panarc/options.h"
#include "support/message_of.h"
#include "train/training.h"

namespace panarc {
namespace {

using test::TrainerTest;

TEST(EpochRates, OfANumberAreTheSameInEveryEpoch) {
  const EpochRates rates = 0.9;
  EXPECT_FALSE(rates.vary());
  EXPECT_EQ(rates.in(1), 0.9);
  EXPECT_EQ(rates.in(100), 0.9);
  EXPECT_EQ(EpochRates::parse("0.9"), rates);
}

// PanParser, 4.3: three times the number of the epoch by that of all, for ten of them.
TEST(EpochRates, TheLastGoesOn) {
  const EpochRates rates = EpochRates::parse("0.3,0.6,0.9,1");
  EXPECT_TRUE(rates.vary());
  EXPECT_EQ(rates, EpochRates({0.3, 0.6, 0.9, 1}));
  EXPECT_EQ(rates.largest(), 1);
  for (int epoch = 1; epoch <= 10; ++epoch) {
    EXPECT_DOUBLE_EQ(rates.in(epoch), std::min(3.0 * epoch / 10, 1.0));
  }
}

TEST(EpochRates, SayWhatIsWrongAndWhere) {
  const auto message = [](const std::string& text) {
    return test::message_of([&] { EpochRates::parse(text); });
  };
  EXPECT_EQ(message("1.5"), "found \"1.5\", expected a number from 0 to 1");
  EXPECT_EQ(message("0.5,x,1"), "found \"x\" in column 5, expected a number from 0 to 1");
  EXPECT_EQ(message("0.5,"), "found \"\" in column 5, expected a number from 0 to 1");
  EXPECT_EQ(message("0,-1"), "found \"-1\" in column 3, expected a number from 0 to 1");
  EXPECT_EQ(message("0,nan"), "found \"nan\" in column 3, expected a number from 0 to 1");
  EXPECT_EQ(message(""), "found \"\", expected a number from 0 to 1");
  EXPECT_THROW(EpochRates(std::vector<double>()), Error);
}

// One epoch without exploration, and then all errors: said in two ways.
TEST_F(TrainerTest, RatesOfExplorationGoByTheEpoch) {
  TrainingPlan by_epoch = test::options_of("arc-eager");
  by_epoch.epochs = 2;
  TrainingPlan after = by_epoch;
  by_epoch.strategy.explore = EpochRates({0, 1});
  after.strategy.explore_after = 1;
  const std::string bytes = bytes_of(test::train_sample(after));
  EXPECT_EQ(bytes_of(test::train_sample(by_epoch)), bytes);
  by_epoch.strategy.explore = EpochRates({0, 0.5});
  EXPECT_NE(bytes_of(test::train_sample(by_epoch)), bytes);
}

}  // namespace
}  // namespace panarc
