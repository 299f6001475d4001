#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/sample_command.h"

namespace panarc {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class JointCommand : public test::SampleCommand {
 protected:
  JointCommand() : SampleCommand("--task joint --jackknife 2 --epochs 2 --threads 1") {}
};

TEST_F(JointCommand, TrainsAndParses) {
  const auto trained = train("--fast -o $D/m");
  ASSERT_EQ(trained.status, 0) << trained.err;
  EXPECT_THAT(trained.out,
              testing::ContainsRegex("^tagger\n.*UPOS .*\npredicting the tags .*\nparser\n"));
  EXPECT_THAT(trained.out, HasSubstr("dev UPOS"));
  EXPECT_THAT(trained.out, HasSubstr("UPOS 9"));
  const auto parsed = run("parse $D/m " + sample("test") + "-o $D/parsed.conllu");
  ASSERT_EQ(parsed.status, 0) << parsed.err;
  const json scores = json::parse(run("eval --json " + sample("test") + "$D/parsed.conllu").out);
  EXPECT_GT(scores["UPOS"].get<double>(), 85);
  EXPECT_LT(scores["UPOS"].get<double>(), 100);
  EXPECT_GT(scores["LAS"].get<double>(), 50);
  ASSERT_EQ(run("parse $D/m --threads 2 " + sample("test") + "-o $D/other.conllu").status, 0);
  EXPECT_EQ(test::read_bytes(directory_ / "parsed.conllu"),
            test::read_bytes(directory_ / "other.conllu"));
  const json info = json::parse(run("info --json $D/m").out);
  EXPECT_EQ(info["parser"]["task"], "joint");
  EXPECT_THAT(info["tags"], testing::Contains("NOUN"));
  EXPECT_TRUE(info.contains("tagger"));
  EXPECT_THAT(run("info $D/m").out, HasSubstr("joint"));
}

TEST_F(JointCommand, RefusesWhatIsNotForIt) {
  expect_refused(train("--scorer recurrent -o $D/m"), "--scorer");
  expect_refused(train("--ensemble 2 -o $D/m"), "--ensemble");
  expect_refused(train("--from m -o $D/m"), "--from");
  expect_refused(run("train " + sample("train") + "--features joint -o $D/m"), "--features");
}

}  // namespace
}  // namespace panarc
