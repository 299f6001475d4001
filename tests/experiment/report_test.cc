#include "experiment/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "draw/chart_texts.h"
#include "draw/xml_checker.h"
#include "experiment/small_experiment.h"
#include "panarc/experiment.h"
#include "support/message_of.h"

namespace panarc {
namespace {

using test::experiment_of;
using test::small_part;
using test::texts_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A result with one of everything that reports show.
ExperimentResult full_experiment() {
  PartResult part = small_part();
  part.description = "On *two* treebanks.";
  for (RunResult& run : part.runs) {
    run.epochs = {{{"epoch", 1}, {"dev.UAS", 60}}, {{"epoch", 2}, {"dev.UAS", 61}}};
    run.groups = {{"long", {{"UAS", 50}}}};
    for (int i = 0; i < 10; ++i) run.sentences.emplace_back(run.setting == "a" ? 5 : 7, 10);
  }
  part.tables.push_back({TableSpec::Kind::kFigures, "Figures", {"UAS", "model_bytes"}, 0});
  part.charts = {{ChartSpec::Kind::kCurves, "Curves", "epoch", "dev.UAS", false},
                 {ChartSpec::Kind::kBars, "", "", "UAS", false},
                 {ChartSpec::Kind::kScatter, "", "model_bytes", "UAS", true}};
  part.comparisons = {{"a", "b", 0.7}, {"b", "a", std::nullopt}};
  return experiment_of(std::move(part));
}

/// The tables, or the charts, of the only part.
template <class Item>
std::vector<Item> items_of(const Report& report) {
  std::vector<Item> items;
  for (const auto& item : report.parts.at(0).items) {
    if (const auto* const one = std::get_if<Item>(&item)) items.push_back(*one);
  }
  return items;
}

TEST(Report, ShowsDifferences) {
  const ExperimentResult result = full_experiment();
  const Report report = make_report(result);
  const std::vector<ReportTable> tables = items_of<ReportTable>(report);
  ASSERT_EQ(tables.size(), 5U);
  const ReportTable& table = tables[2];
  EXPECT_THAT(table.header, ElementsAre("comparison", "difference", "95% interval", "p",
                                        "treebanks in favour", "published"));
  const std::vector<std::string> first = texts_of(table.rows[0]);
  EXPECT_EQ(first[0], "a → b");
  EXPECT_EQ(first[1], "+1.00");
  EXPECT_EQ(first[2], "+1.00 to +1.00");
  EXPECT_THAT(first[3], testing::EndsWith("*"));
  EXPECT_EQ(first[4], "1 of 2");
  EXPECT_EQ(first[5], "+0.70");
  EXPECT_EQ(texts_of(table.rows[1])[1], "-1.00");
  EXPECT_EQ(texts_of(table.rows[1])[5], "–");
  EXPECT_EQ(tables[4].rows.size(), 6U);
  EXPECT_THAT(items_of<ReportChart>(report)[3].svg, HasSubstr("class=\"other\""));
}

TEST(Report, FillsDotsOfDifferencesThatAreClear) {
  ExperimentResult result = full_experiment();
  const auto chart = [&] { return items_of<ReportChart>(make_report(result))[3].svg; };
  EXPECT_THAT(chart(), HasSubstr("class=\"dot\""));
  EXPECT_THAT(chart(), Not(HasSubstr("class=\"dot hollow\"")));
  // The test over sentences is as before, but seeds now differ so much that 0 is possible.
  for (RunResult& run : result.parts[0].runs) {
    if (run.setting == "b" && run.seed == 2) run.figures["UAS"] += 10;
  }
  EXPECT_THAT(chart(), Not(HasSubstr("class=\"dot\"")));
}

TEST(Report, UsesPlusOrMinusForStandardDeviationsAlone) {
  const ExperimentResult result = full_experiment();
  const Report report = make_report(result);
  const ReportChart dots = items_of<ReportChart>(report)[1];
  EXPECT_THAT(dots.svg, Not(HasSubstr("±")));
  EXPECT_THAT(dots.figures.header,
              ElementsAre("setting", "UAS", "standard deviation", "95% interval", "seeds"));
  EXPECT_EQ(dots.figures.rows[0][3].text, "69.15 to 81.85");
}

TEST(Report, ChartsAreReadable) {
  const ExperimentResult result = full_experiment();
  const Report report = make_report(result);
  const std::vector<ReportChart> charts = items_of<ReportChart>(report);
  ASSERT_EQ(charts.size(), 4U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(test::XmlChecker(charts[i].svg).problem(), "");
    EXPECT_EQ(test::crowded_texts(charts[i].svg), "");
    EXPECT_FALSE(charts[i].figures.rows.empty());
  }
  EXPECT_THAT(charts[0].svg, HasSubstr(">UAS on the development data</text>"));
  EXPECT_THAT(charts[2].svg, HasSubstr(">size of the model (MB)</text>"));
  EXPECT_EQ(charts[2].title, "UAS by size of the model");
}

TEST(Report, SaysWhatIsMissing) {
  ExperimentResult result = experiment_of(small_part());
  EXPECT_EQ(make_report(result).parts[0].runs, "8 runs.");
  result.parts[0].runs.pop_back();
  EXPECT_EQ(
      make_report(result).parts[0].runs,
      "7 of 8 runs are done; what follows is about these alone. Missing: b on Y with seed 2.");
  result.parts[0].planned = 80;
  EXPECT_EQ(make_report(result).parts[0].runs,
            "7 of 80 runs are done; what follows is about these alone.");
  result.parts[0].runs.clear();
  const std::string markdown = markdown_of(make_report(result));
  EXPECT_EQ(markdown,
            "# Test\n\nMade with panarc 1.2.3.\n\n## Small\n\n"
            "No run is done yet.\n");
  EXPECT_THAT(html_of(make_report(result)), Not(HasSubstr("<table>")));
}

TEST(Report, IsMarkdown) {
  const ExperimentResult result = full_experiment();
  const std::string markdown = markdown_of(make_report(result));
  EXPECT_THAT(markdown, testing::StartsWith("# Test\n\nMade with panarc 1.2.3.\n\n"
                                            "## Small\n\nOn *two* treebanks.\n\n8 runs.\n\n"));
  EXPECT_THAT(markdown, HasSubstr("| b | **83.00** ± 2.83 | **70.00** ± 1.41 |"));
  EXPECT_THAT(markdown, HasSubstr("![Curves](chart-1-1.svg)"));
  EXPECT_THAT(markdown, HasSubstr("![Differences in UAS, averages over treebanks]"
                                  "(differences-1.svg)"));
  EXPECT_THAT(markdown, HasSubstr("    panarc train X --seed 2\n"));
}

TEST(Report, IsAPageThatNeedsNoNetwork) {
  ExperimentResult result = full_experiment();
  result.title = "</title><script>";
  result.parts[0].settings[1] = "</script>";
  for (RunResult& run : result.parts[0].runs) {
    if (run.setting == "b") run.setting = "</script>";
  }
  result.parts[0].comparisons[0].setting = "</script>";
  const std::string html = html_of(make_report(result));
  EXPECT_THAT(html, HasSubstr("<title>&lt;/title&gt;&lt;script&gt;</title>"));
  EXPECT_THAT(html, HasSubstr("<p>On <em>two</em> treebanks.</p>"));
  EXPECT_THAT(html, HasSubstr("default-src 'none'"));
  EXPECT_THAT(html, Not(testing::ContainsRegex("(src|href)=\"(https?:)?//")));
  EXPECT_THAT(html, Not(testing::ContainsRegex("@[A-Z]+@")));
  EXPECT_THAT(html, testing::EndsWith("</html>\n"));
  EXPECT_EQ(html.find("</script>"), html.rfind("</script>")) << "only our own ends";
  const std::size_t main = html.find("<main");
  const std::string body = html.substr(main, html.find("</main>") + 7 - main);
  EXPECT_EQ(test::XmlChecker(body).problem(), "");
}

TEST(Report, IsCsv) {
  ExperimentResult result = full_experiment();
  result.parts[0].runs.resize(2);
  result.parts[0].runs[1].figures = {{"UAS", 81.123456789}};
  result.parts[0].runs[1].setting = "b, c";
  EXPECT_EQ(results_csv(result),
            "part,setting,treebank,seed,UAS,UAS [long],model_bytes\n"
            "Small,a,X,1,80,50,10000000\nSmall,\"b, c\",X,2,81.123456789,50,\n");
  EXPECT_EQ(epochs_csv(result),
            "part,setting,treebank,seed,dev.UAS,epoch\nSmall,a,X,1,60,1\nSmall,a,X,1,61,2\n"
            "Small,\"b, c\",X,2,60,1\nSmall,\"b, c\",X,2,61,2\n");
  EXPECT_EQ(epochs_csv(experiment_of(small_part())), "");
}

class WriteReport : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) / "panarc-report" /
                                  testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(WriteReport, WritesAllFiles) {
  write_report(full_experiment(), folder_.string());
  write_report(full_experiment(), folder_.string());
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    files.push_back(entry.path().filename().string());
    EXPECT_GT(entry.file_size(), 0U);
  }
  EXPECT_THAT(files, testing::UnorderedElementsAre(
                         "chart-1-1.svg", "chart-1-2.svg", "chart-1-3.svg", "differences-1.svg",
                         "results.csv", "epochs.csv", "report.md", "report.html"));
  std::ifstream chart(folder_ / "chart-1-1.svg");
  std::ostringstream text;
  text << chart.rdbuf();
  EXPECT_EQ(test::XmlChecker(text.str()).problem(), "");
}

TEST_F(WriteReport, SaysWhereItCannotWrite) {
  std::filesystem::create_directories(folder_);
  const std::string file = (folder_ / "file").string();
  std::ofstream(file) << "x";
  EXPECT_THAT(test::message_of([&] { write_report({}, file + "/report"); }), HasSubstr(file));
}

}  // namespace
}  // namespace panarc
