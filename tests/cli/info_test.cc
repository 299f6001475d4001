#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/run_command.h"
#include "io/model_file.h"
#include "model/model.h"
#include "panarc/parser.h"

namespace panarc {
namespace {

using test::run_panarc;
using testing::HasSubstr;

class Info : public testing::Test {
 protected:
  Info() {
    const std::string sample = std::string(PANARC_SOURCE_DIR) + "/data/sample/";
    const auto result =
        run_panarc(directory_, "train -q '" + sample + "train.conllu' --dev '" + sample +
                                   "dev.conllu' -o $D/m --epochs 2 --fast");
    EXPECT_EQ(result.status, 0) << result.err;
  }

  [[nodiscard]] test::CommandResult run(const std::string& arguments) const {
    return run_panarc(directory_, "info " + arguments);
  }

  /// Replaces a section of a model.
  void forge(const std::string& model, const std::string& section, const char* content) const {
    ModelFileWriter writer;
    {
      const ModelFile file = ModelFile::open(directory_ / model);
      for (const std::string_view name : file.section_names()) {
        writer.add(name, name == section ? content : file.text(name));
      }
    }
    writer.write(directory_ / model);
  }

  test::TemporaryDirectory directory_;
};

TEST_F(Info, PrintsATable) {
  const auto result = run("$D/m");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("arc-eager"));
  EXPECT_THAT(result.out, HasSubstr("train.conllu: 281 sentences, 2800 words"));
  EXPECT_THAT(result.out, HasSubstr("local, dynamic oracle"));
  EXPECT_THAT(result.out, testing::ContainsRegex("scores on dev +.*LAS [0-9]+\\.[0-9][0-9]"));
  EXPECT_THAT(result.out, testing::ContainsRegex("weights.rows +[0-9]+"));
}

TEST_F(Info, OfASegmenterSaysWhatItWasTrainedOn) {
  const std::string sample = std::string(PANARC_SOURCE_DIR) + "/data/sample/";
  const auto trained =
      run_panarc(directory_, "train -q '" + sample + "train.conllu' --dev '" + sample +
                                 "dev.conllu' -o $D/s --epochs 2 --task segment");
  ASSERT_EQ(trained.status, 0) << trained.err;
  const auto json = nlohmann::json::parse(run("$D/s --json").out);
  EXPECT_EQ(json["segmenter"]["learnt"], true);
  EXPECT_EQ(json["segmenter"]["training"]["training"]["sentences"], 281);
  EXPECT_EQ(json["segmenter"]["training"]["options"]["epochs"], 2);
  EXPECT_GT(json["segmenter"]["training"]["scores"]["Tokens"], 90);
  const auto result = run("$D/s");
  EXPECT_THAT(result.out, HasSubstr("train.conllu: 281 sentences, 2800 words"));
  EXPECT_THAT(result.out, testing::ContainsRegex("scores on dev +.*Tokens [0-9]+\\.[0-9][0-9]"));
  EXPECT_THAT(result.out, testing::ContainsRegex("\n  best epochs +[0-9]"));
  forge("s", "segmenter.report", R"({"models": 3})");
  const auto forged = run("$D/s");
  EXPECT_EQ(forged.status, 0) << forged.err;
  EXPECT_THAT(forged.out, testing::ContainsRegex("\n  models added up +3\n"));
}

TEST_F(Info, OfAnEnsembleShowsTheScoresThatThereAre) {
  const auto combined = run_panarc(directory_, "combine $D/m $D/m -q -o $D/e");
  ASSERT_EQ(combined.status, 0) << combined.err;
  forge("e", "report", R"({"member_scores": [1, {"UAS": 90, "LAS": "80"}]})");
  const auto result = run("$D/e");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, testing::ContainsRegex("weight [0-9.]+, UAS 90.00\n"));
}

TEST_F(Info, OfAPipelineShowsWhatBelongsToItsParts) {
  const std::string sample = std::string(PANARC_SOURCE_DIR) + "/data/sample/";
  const auto trained =
      run_panarc(directory_, "train -q '" + sample + "train.conllu' --dev '" + sample +
                                 "dev.conllu' -o $D/p --epochs 1 --max-words 6 --fast --pipeline "
                                 "--jackknife 2 "
                                 "--about 'The first line.\nThe second.'");
  ASSERT_EQ(trained.status, 0) << trained.err;
  const std::string out = run("$D/p").out;
  EXPECT_THAT(out, testing::ContainsRegex("\n  about +The first line.\n +The second.\n"));
  const std::size_t tagger = out.find("\ntagger ");
  const std::size_t segmenter = out.find("\nsegmenter ");
  ASSERT_NE(tagger, std::string::npos);
  ASSERT_NE(segmenter, std::string::npos);
  EXPECT_THAT(out.substr(0, tagger), HasSubstr("\ntraining data "));
  for (const std::size_t part : {tagger, segmenter}) {
    const std::string rows = out.substr(part);
    EXPECT_THAT(rows, HasSubstr("\n  training data "));
    EXPECT_THAT(rows, HasSubstr("\n  scores on dev "));
    EXPECT_THAT(rows, testing::Not(HasSubstr("\ntraining")));
  }
  EXPECT_THAT(out.substr(segmenter), testing::ContainsRegex("\n  training options\n    epochs "));
}

TEST_F(Info, SaysWhyItsResultsCannotBeWritten) {
  EXPECT_EQ(run("$D/m >/dev/full 2>$D/message; exit $?; :").status, 1);
  EXPECT_EQ(test::read_bytes(directory_ / "message"),
            "panarc: <stdout>: cannot write: No space left on device\n");
}

TEST_F(Info, PrintsJson) {
  const auto json = nlohmann::json::parse(run("$D/m --json").out);
  EXPECT_EQ(json["format_version"], 1);
  EXPECT_EQ(json["parser"]["system"], "arc-eager");
  EXPECT_EQ(json["parser"]["beam"], 1);
  EXPECT_EQ(json["parser"]["span"], nullptr);
  EXPECT_THAT(json["columns"].get<std::vector<std::string>>(), testing::Contains("UPOS"));
  EXPECT_EQ(json["bytes"], test::read_bytes(directory_ / "m").size());
  EXPECT_GT(json["features"], 1000);
  EXPECT_GT(json["labels"].size(), 30);
  EXPECT_GT(json["classes"], json["labels"].size());
  EXPECT_GT(json["sections"]["weights.rows"], 1000);
  EXPECT_EQ(json["training"]["best_epoch"], 2);
  EXPECT_EQ(json["training"]["training"]["words"], 2800);
  EXPECT_GT(json["training"]["scores"]["LAS"], 50);
}

TEST_F(Info, ReadsAPipe) {
  const std::string command = fmt::format("cat '{}' | '{}' info - > '{}'", directory_ / "m",
                                          PANARC_COMMAND, directory_ / "about");
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_THAT(test::read_bytes(directory_ / "about"), HasSubstr("arc-eager"));
}

TEST_F(Info, RefusesAReportThatIsNestedDeeply) {
  constexpr std::size_t kDepth = 100000;
  const auto model = std::make_shared<const Model>(
      Model::load(directory_ / "m")
          .with_report("{\"panarc\":\"x\",\"from\":" + std::string(kDepth, '[') +
                       std::string(kDepth, ']') + "}"));
  Parser(model).save(directory_ / "forged");
  for (const std::string arguments : {"$D/forged", "$D/forged --json"}) {
    const auto result = run(arguments);
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.err, HasSubstr("nested"));
  }
}

TEST_F(Info, RefusesWhatIsNoModel) {
  test::write_bytes(directory_ / "text", "This is not a model.\n");
  const auto text = run("$D/text");
  EXPECT_EQ(text.status, 1);
  EXPECT_THAT(text.err, HasSubstr("not a panarc model"));
  EXPECT_EQ(run("$D/missing").status, 1);
  EXPECT_EQ(run("").status, 2);
  EXPECT_EQ(run("-").status, 1);
  EXPECT_THAT(run("--help").out, HasSubstr("Examples:"));
}

}  // namespace
}  // namespace panarc
