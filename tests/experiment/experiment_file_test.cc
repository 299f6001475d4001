#include "experiment/experiment_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/message_of.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kHead = "title = \"T\"\ntreebanks = [\"a\", \"b\"]\nseeds = 2\n";

/// A file with one part.
ExperimentFile with_part(const std::string& part) {
  return parse_experiment(kHead + std::string("[[part]]\ntitle = \"P\"\n") + part, "file.toml");
}

std::string message_for(const std::string& part) {
  return test::message_of([&] { with_part(part); });
}

/// The settings of a part: `NAME: WORDS`.
std::vector<std::string> settings_of(const ExperimentPart& part) {
  std::vector<std::string> lines;
  for (const Setting& setting : part.settings) {
    lines.push_back(fmt::format("{}: {}", setting.name, fmt::join(words_of(setting.options), " ")));
  }
  return lines;
}

TEST(ExperimentFile, HasPartsWithTreebanksAndSeedsOfTheFileOrTheirOwn) {
  const ExperimentFile file = parse_experiment(
      kHead + std::string("description = \"D\"\n[quick]\nseeds = [7]\n[[part]]\ntitle = \"P\"\n"
                          "[[part]]\ntitle = \"Q\"\ntreebanks = [\"c\"]\nseeds = [4, 9]\n"
                          "[[part]]\ntitle = \"R\"\ncommand = \"stats\"\n"),
      "file.toml");
  EXPECT_EQ(file.title, "T");
  EXPECT_EQ(file.description, "D");
  EXPECT_THAT(file.quick_seeds, ElementsAre(7));
  ASSERT_EQ(file.parts.size(), 3U);
  EXPECT_THAT(file.parts[0].treebanks, ElementsAre("a", "b"));
  EXPECT_THAT(file.parts[0].seeds, ElementsAre(1, 2));
  EXPECT_EQ(file.parts[0].score, "LAS");
  EXPECT_THAT(file.parts[1].treebanks, ElementsAre("c"));
  EXPECT_THAT(file.parts[1].seeds, ElementsAre(4, 9));
  EXPECT_THAT(file.parts[2].seeds, ElementsAre(1)) << "counting depends on no chance";
}

TEST(ExperimentFile, ExpandsSettingsInTheOrderOfTheFile) {
  const ExperimentFile file = with_part(
      "[part.options]\nbeam = 8\nfast = false\n"
      "[part.settings.z]\nfast = true\n[part.settings.a]\nbeam = 4\nreferences = [\"x\", \"y\"]\n");
  EXPECT_THAT(settings_of(file.parts[0]),
              ElementsAre("z: --beam 8 --fast", "a: --beam 4 --references x y"));
}

TEST(ExperimentFile, SweepsOverEveryCombination) {
  EXPECT_THAT(
      settings_of(with_part("[part.sweep]\nbeam = [1, 8]\nfast = [true, false]\n").parts[0]),
      ElementsAre("beam=1, fast=true: --beam 1 --fast", "beam=1, fast=false: --beam 1",
                  "beam=8, fast=true: --beam 8 --fast", "beam=8, fast=false: --beam 8"));
  EXPECT_THAT(settings_of(with_part("[part.sweep]\nprune = [0.5]\n[part.settings.s]\n").parts[0]),
              ElementsAre("s, prune=0.5: --prune 0.5"));
  EXPECT_THAT(settings_of(with_part("").parts[0]), ElementsAre("default: "));
}

TEST(ExperimentFile, TakesSettingsFromAnEarlierPart) {
  const ExperimentFile file = parse_experiment(
      kHead + std::string("[[part]]\ntitle = \"P\"\n[part.settings.s]\nbeam = 1\nfast = true\n"
                          "[part.quick]\nepochs = 1\n"
                          "[[part]]\ntitle = \"Q\"\nlike = \"P\"\n[part.options]\nbeam = 8\n"),
      "file.toml");
  EXPECT_THAT(settings_of(file.parts[1]), ElementsAre("s: --beam 8 --fast"));
  EXPECT_EQ(file.parts[1].quick.size(), 1U);
  EXPECT_THAT(message_for("like = \"Q\"\n"), HasSubstr("like: found \"Q\""));
}

TEST(ExperimentFile, HasTablesChartsAndComparisons) {
  const ExperimentPart part =
      with_part(
          "score = \"UAS\"\nby = \"quarter\"\n[part.settings.a]\n[part.settings.b]\n"
          "[[part.compare]]\nbaseline = \"a\"\nsetting = \"b\"\npublished = -1.5\n"
          "[[part.table]]\nkind = \"epoch\"\nepoch = 10\nfigures = [\"completed\"]\n"
          "[[part.table]]\nkind = \"groups\"\n"
          "[[part.chart]]\nkind = \"curves\"\nx = \"cpu_seconds\"\nlog = true\n")
          .parts[0];
  ASSERT_EQ(part.comparisons.size(), 1U);
  EXPECT_EQ(part.comparisons[0].setting, "b");
  EXPECT_EQ(part.comparisons[0].published, -1.5);
  ASSERT_EQ(part.tables.size(), 2U);
  EXPECT_EQ(part.tables[0].epoch, 10);
  EXPECT_THAT(part.tables[1].figures, ElementsAre("UAS"));
  EXPECT_EQ(part.tables[1].title, "UAS by quarter");
  ASSERT_EQ(part.charts.size(), 1U);
  EXPECT_EQ(part.charts[0].y, "dev.UAS");
  EXPECT_TRUE(part.charts[0].logarithmic);
}

TEST(ExperimentFile, ShowsSomethingWhereNothingIsAskedFor) {
  const ExperimentPart part = with_part("by = \"relation\"\n").parts[0];
  ASSERT_EQ(part.tables.size(), 3U);
  EXPECT_EQ(part.tables[2].title, "LAS by relation");
  EXPECT_EQ(part.charts.size(), 3U);
  const ExperimentPart stats = with_part("command = \"stats\"\n").parts[0];
  EXPECT_EQ(stats.tables.size(), 1U);
  EXPECT_EQ(stats.charts.size(), 0U);
}

TEST(ExperimentFile, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(message_for("sedes = 3\n"), StartsWith("file.toml:6:"));
  EXPECT_THAT(message_for("sedes = 3\n"),
              HasSubstr("unknown key sedes of a part; did you mean seeds?"));
  EXPECT_THAT(message_for("command = \"tran\"\n"),
              HasSubstr("command: found \"tran\", expected train, schemes or stats"));
  EXPECT_THAT(message_for("score = \"UAS_nopunct\"\n"), HasSubstr("did you mean UAS_no_punct?"));
  EXPECT_THAT(message_for("seeds = 0\n"), HasSubstr("seeds: found 0, expected one or more"));
  EXPECT_THAT(message_for("seeds = [1, 1]\n"), HasSubstr("seeds: found 1 twice"));
  EXPECT_THAT(message_for("treebanks = [\"c\", \"c\"]\n"), HasSubstr("found \"c\" twice"));
  EXPECT_THAT(message_for("[[part]]\ntitle = \"P\"\n"), HasSubstr("there are two parts \"P\""));
  EXPECT_THAT(message_for("seeds = 1.5\n"), HasSubstr("expected a whole number"));
  EXPECT_THAT(message_for("by = \"qarter\"\n"), HasSubstr("did you mean quarter?"));
  EXPECT_THAT(message_for("command = \"stats\"\nby = \"quarter\"\n"), HasSubstr("by and where"));
  EXPECT_THAT(message_for("[part.sweep]\nbeam = 8\n"),
              HasSubstr("beam: found 8, expected a list of values to try"));
  EXPECT_THAT(message_for("[part.options]\nbeam = {}\n"), HasSubstr("beam: found a table"));
  const char* const dashes = "found the option \"--beam\", expected beam, without dashes in front";
  EXPECT_THAT(message_for("[part.options]\n\"--beam\" = 4\n"), HasSubstr(dashes));
  EXPECT_THAT(message_for("[part.sweep]\n\"--beam\" = [4, 8]\n"), HasSubstr(dashes));
  for (const char* const name : {"", "-", "beam size", "beam=4", "Beam", "b\u00e9", "b\\u001B"}) {
    EXPECT_THAT(message_for("[part.options]\n\"" + std::string(name) + "\" = 4\n"),
                HasSubstr("expected lower-case letters, digits and dashes"));
  }
  EXPECT_THAT(message_for("[part.settings.static]\n[[part.compare]]\nbaseline = \"static\"\n"
                          "setting = \"statics\"\n"),
              HasSubstr("did you mean static?"));
  EXPECT_THAT(message_for("[[part.table]]\n"), HasSubstr("a table has no kind"));
  EXPECT_THAT(test::message_of([] { parse_experiment("title = \"T\"\n", "file.toml"); }),
              HasSubstr("has no [[part]]"));
  EXPECT_THAT(
      test::message_of([] { parse_experiment("title = \"T\"\n[[part]]\ntitle = \"P\"\n", "f"); }),
      HasSubstr("the part has no treebanks"));
}

}  // namespace
}  // namespace panarc
