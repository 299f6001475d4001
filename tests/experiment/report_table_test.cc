#include "experiment/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draw/xml_checker.h"
#include "experiment/small_experiment.h"

namespace panarc {
namespace {

using test::small_part;
using test::texts_of;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(ReportTable, HasMeansDeviationsAndAverages) {
  const ReportTable table = make_table(small_part(), {TableSpec::Kind::kTreebanks, "", {}, 0});
  EXPECT_EQ(table.title, "UAS by treebank");
  EXPECT_THAT(table.header, ElementsAre("setting", "X", "Y", "average"));
  ASSERT_EQ(table.rows.size(), 2U);
  // By seed, the averages of a are 75 and 76; those of b are 76 and 77.
  EXPECT_THAT(texts_of(table.rows[0]),
              ElementsAre("a", "81.00 ± 1.41", "70.00 ± 0.00 best", "75.50 ± 0.71"));
  EXPECT_THAT(texts_of(table.rows[1]),
              ElementsAre("b", "83.00 ± 2.83 best", "70.00 ± 1.41 best", "76.50 ± 0.71 best"));
  EXPECT_EQ(table.note, "");
}

TEST(ReportTable, KnowsWhichFiguresShouldBeSmall) {
  const ReportTable table =
      make_table(small_part(), {TableSpec::Kind::kFigures, "Size", {"UAS", "model_bytes", "x"}, 0});
  EXPECT_THAT(table.header, ElementsAre("setting", "UAS", "size of the model (MB)", "x"));
  EXPECT_THAT(texts_of(table.rows[0]), ElementsAre("a", "75.50 ± 0.71", "14.5 ± 0.7", "–"));
  EXPECT_THAT(texts_of(table.rows[1]),
              ElementsAre("b", "76.50 ± 0.71 best", "13.5 ± 0.7 best", "–"));
}

TEST(ReportTable, HasTreebanksInRowsIfThereIsOneSetting) {
  PartResult part = small_part();
  part.settings = {"a"};
  const ReportTable table = make_table(part, {TableSpec::Kind::kFigures, "", {"UAS"}, 0});
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_THAT(texts_of(table.rows[1]), ElementsAre("Y", "70.00 ± 0.00"));
  EXPECT_THAT(texts_of(table.rows[2]), ElementsAre("average", "75.50 ± 0.71"));
}

TEST(ReportTable, HasGroupsAndEpochs) {
  PartResult part = small_part();
  for (RunResult& run : part.runs) {
    run.groups = {{"short", {{"UAS", run.figures["UAS"] + 5}}}, {"long", {{"UAS", 50}}}};
    run.epochs = {{{"epoch", 1}, {"dev.UAS", 60}},
                  {{"epoch", 2}, {"dev.UAS", run.seed == 1 ? 64 : 66}}};
  }
  const ReportTable groups = make_table(part, {TableSpec::Kind::kGroups, "", {"UAS"}, 0});
  EXPECT_THAT(groups.header, ElementsAre("setting", "short", "long"));
  EXPECT_THAT(texts_of(groups.rows[0]), ElementsAre("a", "80.50 ± 0.71", "50.00 ± 0.00 best"));
  const ReportTable first = make_table(part, {TableSpec::Kind::kEpoch, "", {"dev.UAS"}, 1});
  EXPECT_EQ(first.title, "Epoch 1");
  EXPECT_THAT(first.header, ElementsAre("setting", "UAS on the development data"));
  EXPECT_EQ(first.rows[0][1].text, "60.00");
  const ReportTable last = make_table(part, {TableSpec::Kind::kEpoch, "", {"dev.UAS"}, 9});
  EXPECT_EQ(make_table(part, {TableSpec::Kind::kEpoch, "", {"dev.UAS"}, 0}).title, "Last epoch");
  EXPECT_EQ(last.rows[0][1].text, "65.00") << "the last, where there are fewer";
  EXPECT_EQ(last.title, "Last epoch");
  const auto titled = [&](int epoch) {
    return make_table(part, {TableSpec::Kind::kEpoch, "Updates", {"dev.UAS"}, epoch});
  };
  EXPECT_EQ(titled(1).title, "Updates, epoch 1");
  EXPECT_EQ(titled(9).title, "Updates, last epoch");
  EXPECT_EQ(titled(1).note, "");
  part.runs.front().epochs.clear();
  EXPECT_EQ(titled(1).note, "Runs that ended before epoch 1 count with their last.");
}

TEST(ReportTable, AveragesWhatCanBeCompared) {
  PartResult part = small_part();
  part.runs.resize(6);  // b has no run on Y
  const ReportTable table = make_table(part, {TableSpec::Kind::kTreebanks, "", {}, 0});
  EXPECT_THAT(texts_of(table.rows[0]),
              ElementsAre("a", "81.00 ± 1.41", "70.00 ± 0.00 best", "81.00 ± 1.41"));
  EXPECT_THAT(texts_of(table.rows[1]),
              ElementsAre("b", "83.00 ± 2.83 best", "–", "83.00 ± 2.83 best"));
  EXPECT_EQ(
      table.note,
      "Averages are over the treebanks for which all settings have the figure: 1 of 2 for UAS.");
}

TEST(ReportTable, EscapesNames) {
  ReportTable table{"", {"a|b", "<x>"}, {{{"c|*d*", "", {}}, {"<y>", "", 1.5, true}}}, ""};
  EXPECT_EQ(markdown_of(table),
            "| a\\|b | \\<x\\> |\n| --- | ---: |\n| c\\|\\*d\\* | **\\<y\\>** |\n");
  EXPECT_EQ(test::XmlChecker(html_of(table)).problem(), "");
  EXPECT_THAT(html_of(table), HasSubstr("<td class=\"best\" data-value=\"1.5\">&lt;y&gt;</td>"));
}

}  // namespace
}  // namespace panarc
