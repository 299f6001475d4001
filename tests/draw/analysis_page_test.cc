#include "panarc/draw.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "draw/page_text.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class AnalysisPageTest : public testing::Test {
 protected:
  AnalysisPageTest() : page_("a against <b>", [this](std::string_view text) { html_ += text; }) {
    facts_.files = {"gold.conllu", "system.conllu"};
  }

  [[nodiscard]] json data(const std::string& id) const { return test::page_data(html_, id); }

  std::string html_;
  AnalysisPage page_;
  AnalysisFacts facts_;
  const Sentence gold_ = Sentence::from_text(test::sentence_text(Heads{kNoHead, 2, 0}));
  const Sentence system_ = Sentence::from_text(test::sentence_text(Heads{kNoHead, 0, 1}));
};

TEST_F(AnalysisPageTest, HasEachSentenceWithBothTrees) {
  const std::vector<WrongWord> words{{1, {"[dep: w2>ROOT]", ""}}, {2, {"[</script>]", ""}}};
  page_.add({7, gold_, {&system_, nullptr}, words});
  page_.add({9, gold_, {&gold_, nullptr}, {}});
  page_.finish({}, facts_);
  const json sentences = data("sentences");
  ASSERT_EQ(sentences.size(), 2U);
  EXPECT_EQ(sentences[0]["n"], 7);
  EXPECT_EQ(sentences[0]["f"], (json{"w1", "w2"}));
  EXPECT_EQ(sentences[0]["w"], (json{{1, "[dep: w2>ROOT]"}, {2, "[</script>]"}}));
  EXPECT_EQ(sentences[0]["a"].size(), 4U) << "two arcs of each tree";
  EXPECT_EQ(sentences[1]["a"].size(), 2U) << "of both";
  EXPECT_FALSE(sentences[1].contains("w"));
  EXPECT_FALSE(sentences[0].contains("other"));
}

TEST_F(AnalysisPageTest, HasTheTreesOfTwoSystems) {
  facts_.files.emplace_back("other.conllu");
  const std::vector<WrongWord> words{{1, {"", "[dep: w2>ROOT]"}}};
  page_.add({1, gold_, {&gold_, &system_}, words});
  Analysis analysis;
  analysis.total.alone = {1, 0};
  page_.finish(analysis, facts_);
  const json sentence = data("sentences")[0];
  EXPECT_EQ(sentence["a"].size(), 2U);
  EXPECT_EQ(sentence["other"]["a"].size(), 4U);
  EXPECT_EQ(sentence["w"][0], (json{1, "", "[dep: w2>ROOT]"}));
  EXPECT_EQ(data("analysis")["total"]["alone"], (json{1, 0}));
  EXPECT_EQ(data("analysis")["total"]["systems"].size(), 2U);
}

TEST_F(AnalysisPageTest, RefersToSentencesByNumbers) {
  Analysis analysis;
  analysis.criteria = {"upos"};
  AnalysisGroup& group = analysis.groups.emplace_back();
  group.values = {"NOUN"};
  group.words = 3;
  group.systems[0] = {2, 3, 1};
  group.places = {{4, 1}, {5, 2}};
  analysis.confusions.push_back({"nsubj", "obj", 1, {}, {{5, 2}}});
  facts_.confusion = "deprel";
  Tally tally;
  tally.correct = 1;
  tally.gold = tally.system = 2;
  facts_.scores = {{"UAS", {tally}}};
  page_.finish(analysis, facts_);
  const json summary = data("analysis");
  EXPECT_EQ(summary["groups"][0]["places"], (json{4, 1, 5, 2}));
  EXPECT_EQ(summary["groups"][0]["systems"][0], (json{{"heads", 2}, {"labels", 3}, {"both", 1}}));
  EXPECT_EQ(summary["confusions"][0]["places"], (json{5, 2}));
  EXPECT_EQ(summary["scores"][0]["systems"][0]["percent"], 50.0);
}

TEST_F(AnalysisPageTest, IsWholeAndCannotBeBrokenOutOf) {
  facts_.conditions = {"where form == \"</script><!--\""};
  page_.finish({}, facts_);
  EXPECT_THAT(html_, HasSubstr("<title>a against &lt;b&gt;</title>"));
  EXPECT_THAT(html_, Not(HasSubstr("</script><!--")));
  EXPECT_THAT(html_, HasSubstr("default-src 'none'"));
  EXPECT_THAT(html_, testing::EndsWith("</html>\n"));
  EXPECT_THAT(html_, Not(testing::ContainsRegex("@[A-Z]+@"))) << "a place that was not filled in";
}

}  // namespace
}  // namespace panarc
