#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/run_command.h"

namespace panarc {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// Several trees of a sentence, on the command line.
class ReferencesCommand : public testing::Test {
 protected:
  [[nodiscard]] test::CommandResult run(const std::string& arguments) const {
    return test::run_panarc(directory_, arguments);
  }
  [[nodiscard]] test::CommandResult train(const std::string& arguments) const {
    return run("train " + part("train") + "-o $D/m --force --fast --epochs 2 --json " + arguments);
  }
  [[nodiscard]] json info() const {
    return json::parse(run("info --json $D/m").out).at("training");
  }
  static std::string part(const std::string& name) {
    return std::string("'" PANARC_SOURCE_DIR "/data/sample/") + name + ".conllu' ";
  }
  static json first_epoch(const test::CommandResult& result) {
    return json::parse(result.out.substr(0, result.out.find('\n')));
  }

  test::TemporaryDirectory directory_;
};

TEST_F(ReferencesCommand, ComeFromParallelTreebanks) {
  ASSERT_EQ(run("convert -q " + part("train") + "--scheme case -o $D/other").status, 0);
  const auto both = train("--references $D/other");
  EXPECT_EQ(both.status, 0);
  const json epoch = first_epoch(both);
  EXPECT_GT(epoch.at("choices"), 50);
  EXPECT_GT(epoch.at("alternatives"), 0);
  EXPECT_LT(epoch.at("alternatives"), epoch.at("choices"));
  EXPECT_EQ(info().at("training").at("references"), 281);
  // Filters leave a sentence out with all its references.
  EXPECT_EQ(train("--max-words 5 --references $D/other").status, 0);
  const auto other = train("--references " + part("dev"));
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.err, HasSubstr("in the sentence of which this is another reference"));
}

TEST_F(ReferencesCommand, ComeFromRules) {
  const auto result = train("--schemes case,det");
  EXPECT_EQ(result.status, 0);
  EXPECT_GT(first_epoch(result).at("choices"), 100);
  EXPECT_EQ(info().at("options").at("schemes"), json({"det", "case"}));
}

TEST_F(ReferencesCommand, AreWrittenAndReadAgain) {
  ASSERT_EQ(run("convert -q " + part("train") + "--scheme case --references 4 -o $D/both").status,
            0);
  const auto result = run("train $D/both -o $D/m --fast --epochs 1 --json");
  EXPECT_EQ(result.status, 0);
  EXPECT_GT(first_epoch(result).at("choices"), 50);
  EXPECT_GT(info().at("training").at("references"), 100);
  EXPECT_EQ(info().at("training").at("sentences"), 281);
}

}  // namespace
}  // namespace panarc
