#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_command.h"
#include "support/groups.h"

namespace panarc {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Demo, TrainsParsesAndScores) {
  TEST_TAKES_LONG();
  const test::TemporaryDirectory directory;
  const auto result = test::run_panarc(directory, "demo");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_THAT(result.out, HasSubstr("data/sample/train.conllu"));
  EXPECT_THAT(result.out, HasSubstr("dev LAS"));
  EXPECT_THAT(result.out, HasSubstr("─► "));
  EXPECT_THAT(result.out, ContainsRegex("LAS +[89][0-9]\\."));
  EXPECT_THAT(result.out, ContainsRegex("Sentences 9[0-9]\\..*UPOS 9[0-9]\\."));
}

TEST(Demo, TakesNoArguments) {
  const test::TemporaryDirectory directory;
  EXPECT_EQ(test::run_panarc(directory, "demo --what").status, 2);
  EXPECT_THAT(test::run_panarc(directory, "demo --help").out, HasSubstr("Examples:"));
}

}  // namespace
}  // namespace panarc
