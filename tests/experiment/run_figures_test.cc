#include "experiment/run_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/message_of.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(RunFigures, EpochsAddUpTheirUpdates) {
  const std::vector<Figures> epochs = figures_of_epochs(
      "{\"epoch\":1,\"updates\":30,\"dev\":{\"UAS\":80.5},\"best\":true,\"resumed\":true}\n"
      "{\"epoch\":2,\"updates\":12,\"dev\":{\"UAS\":80.0},\"best\":false,\"resumed\":false}\n"
      "{\"model\":\"m\",\"epochs\":2}\n");
  ASSERT_EQ(epochs.size(), 2U);
  EXPECT_THAT(epochs[0], ElementsAre(Pair("best", 1), Pair("dev.UAS", 80.5), Pair("epoch", 1),
                                     Pair("total_updates", 30), Pair("updates", 30)));
  EXPECT_EQ(epochs[1].at("total_updates"), 42);
  EXPECT_EQ(epochs[1].at("best"), 0);
}

TEST(RunFigures, AreThoseOfTheParserIfThereAreOtherParts) {
  const std::vector<Figures> epochs = figures_of_epochs(
      "{\"part\":\"tagger\",\"epoch\":1,\"updates\":30,\"dev\":{\"UPOS\":80.5},\"best\":true}\n"
      "{\"part\":\"parser\",\"epoch\":1,\"updates\":12,\"dev\":{\"UAS\":80.0},\"best\":true}\n");
  ASSERT_EQ(epochs.size(), 1U);
  EXPECT_EQ(epochs[0].at("total_updates"), 12);
}

TEST(RunFigures, AreTheNumbersOfAnObject) {
  EXPECT_THAT(figures_of_json("{\"LAS\":1.5,\"punctuation\":\"upos\",\"counts\":{\"LAS\":2}}"),
              ElementsAre(Pair("LAS", 1.5)));
  EXPECT_EQ(test::message_of([] { figures_of_json("panarc: "); }),
            "found no JSON object, expected one");
}

TEST(RunFigures, OfStatisticsHaveShares) {
  const Figures figures = figures_of_stats(
      "{\"sentences\":200,\"projective_sentences\":150,\"unique_derivations\":20,"
      "\"swaps_eager\":40,\"swaps_lazy\":10,\"swaps_minimal\":8}");
  EXPECT_EQ(figures.at("projective_percent"), 75);
  EXPECT_EQ(figures.at("unique_percent"), 10);
  EXPECT_EQ(figures.at("lazy_reduction"), 75);
  EXPECT_EQ(figures.at("minimal_reduction"), 80);
  EXPECT_FALSE(
      figures_of_stats("{\"sentences\":200,\"swaps_eager\":0}").contains("lazy_reduction"));
}

TEST(RunFigures, OfSchemesSayHowOftenAMeasureIsRight) {
  const auto rule = [](const char* name, double uas, double changed, const char* better,
                       const char* picked) {
    return fmt::format(
        R"({{"rule":"{}","places":5,"p_value":0.5,)"
        R"("original":{{"mean_uas":{},"predictability":2,"perplexity":100}},)"
        R"("changed":{{"mean_uas":{},"predictability":1,"perplexity":120}},)"
        R"("references":{{"share_of_changed":[0.25,0.75]}},"better":"{}",)"
        R"("picked_by":{{"references":"{}","predictability":"changed","perplexity":"original"}}}})",
        name, uas, changed, better, picked);
  };
  RunResult result;
  add_schemes(fmt::format("{{\"rules\":[{},{},{}]}}", rule("case", 80, 81, "changed", "changed"),
                          rule("det", 80, 79, "original", "changed"),
                          rule("cop", 80, 80, "original", "changed")),
              result);
  ASSERT_EQ(result.groups.size(), 3U);
  EXPECT_EQ(result.groups[0].name, "case");
  EXPECT_EQ(result.groups[0].figures.at("difference"), 1);
  EXPECT_EQ(result.groups[0].figures.at("UD_better"), 0);
  EXPECT_EQ(result.groups[1].figures.at("UD_better"), 100);
  EXPECT_EQ(result.groups[0].figures.at("came_to"), 50);
  EXPECT_EQ(result.groups[0].figures.at("perplexity_changed"), 120);
  EXPECT_EQ(result.figures.at("rules"), 2) << "where both are parsed alike, nothing is right";
  EXPECT_EQ(result.figures.at("references_right"), 50);
  EXPECT_EQ(result.figures.at("predictability_right"), 50);
}

TEST(RunFigures, KnowTheSpeedThatParseReports) {
  EXPECT_EQ(words_per_second("panarc: parsed 1 sentence, 9 words in 0.01 s: 1 words per second, "
                             "46000 per second of CPU "
                             "time\n"),
            46000);
  EXPECT_EQ(words_per_second("panarc: a warning\n"), 0);
}

class PartScores : public testing::Test {
 protected:
  PartScores() {
    test::write_bytes(directory_ / "gold", test::sentence_text(Heads{kNoHead, 0, 1, 1, 3}) +
                                               test::sentence_text(Heads{kNoHead, 0, 1}));
    test::write_bytes(directory_ / "parsed", test::sentence_text(Heads{kNoHead, 0, 1, 2, 3}) +
                                                 test::sentence_text(Heads{kNoHead, 0, 1}));
  }

  test::TemporaryDirectory directory_;
};

TEST_F(PartScores, AreRightWordsPerSentence) {
  EXPECT_THAT(score_sentences(directory_ / "gold", directory_ / "parsed", "UAS"),
              ElementsAre(Pair(3, 4), Pair(2, 2)));
}

TEST_F(PartScores, AreScoresOfGroups) {
  const auto groups = score_groups(directory_ / "gold", directory_ / "parsed", "id", "id < 4");
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].name, "1");
  EXPECT_EQ(groups[2].name, "3");
  EXPECT_EQ(groups[0].figures.at("words"), 2);
  EXPECT_EQ(groups[0].figures.at("UAS"), 100);
  EXPECT_EQ(groups[2].figures.at("UAS"), 0);
}

}  // namespace
}  // namespace panarc
