#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/run_command.h"

namespace panarc {
namespace {

using nlohmann::json;
using test::run_panarc;
using testing::HasSubstr;

class TrainNetwork : public testing::Test {
 protected:
  /// A network that learns little, in a moment.
  [[nodiscard]] test::CommandResult train(const std::string& arguments) const {
    return run_panarc(directory_, fmt::format("train '{}/data/sample/dev.conllu' -q --epochs 1 {}",
                                              PANARC_SOURCE_DIR, arguments));
  }
  [[nodiscard]] json info(const std::string& model) const {
    return json::parse(run_panarc(directory_, "info --json $D/" + model).out);
  }
  void expect_refused(const std::string& arguments, const std::string& message) const {
    const auto result = train(arguments + " -o $D/refused");
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr(message)) << arguments;
  }

  test::TemporaryDirectory directory_;
};

TEST_F(TrainNetwork, HasTheSizesThatAreAskedFor) {
  const auto result =
      train("--scorer recurrent --layers 1 --units 8 --batch-words 90 --dropout 0.2 -o $D/m");
  ASSERT_EQ(result.status, 0) << result.err;
  const json options = info("m")["training"]["options"];
  EXPECT_EQ(options["layers"], 1);
  EXPECT_EQ(options["units"], 8);
  EXPECT_EQ(options["batch_words"], 90);
  EXPECT_EQ(options["dropout"], 0.2);
  // Further training keeps the options.
  const auto further = train("--from $D/m -o $D/n");
  ASSERT_EQ(further.status, 0) << further.err;
  EXPECT_EQ(info("n")["parser"]["scorer"], "recurrent");
  EXPECT_EQ(info("n")["training"]["options"]["units"], 8);
  expect_refused("--from $D/m --units 9", "--units: the initial model determines the sizes");
  expect_refused("--from $D/m --scorer linear", "--scorer");
}

TEST_F(TrainNetwork, AFeedForwardOneHasUnitsAndNoLayers) {
  const auto result = train("--scorer feed-forward --units 24 --batch-words 90 -o $D/m");
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(info("m")["training"]["options"]["units"], 24);
  EXPECT_FALSE(info("m")["training"]["options"].contains("layers"));
  const auto further = train("--from $D/m -o $D/n");
  ASSERT_EQ(further.status, 0) << further.err;
  EXPECT_EQ(info("n")["parser"]["scorer"], "feed-forward");
  EXPECT_EQ(info("n")["training"]["options"]["units"], 24);
  expect_refused("--scorer feed-forward --layers 1", "--layers: a feed-forward network");
}

TEST_F(TrainNetwork, RefusesWhatIsForOtherScorers) {
  expect_refused("--units 9", "--units: for networks only");
  expect_refused("--layers 2", "--layers: for networks only");
  expect_refused("--scorer recurrent --layers 99",
                 "--layers: found \"99\", expected a whole number from 1 to 16");
  expect_refused("--scorer recurrent --features rich", "--features: a network");
}

TEST_F(TrainNetwork, TheMostAccurateParserHasItsOwnMembers) {
  expect_refused("--accurate --fast", "--fast");
  expect_refused("--accurate --scorer recurrent", "--scorer");
  expect_refused("--accurate --features nonsense", "--features");
}

}  // namespace
}  // namespace panarc
