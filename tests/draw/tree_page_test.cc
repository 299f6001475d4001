#include "panarc/draw.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "draw/page_text.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using testing::HasSubstr;
using testing::Not;

class TreePageTest : public testing::Test {
 protected:
  [[nodiscard]] TreePage page(std::string_view title = "title") {
    return {title, [this](std::string_view text) { html_ += text; }};
  }

  [[nodiscard]] nlohmann::json data(const std::string& id) const {
    return test::page_data(html_, id);
  }

  std::string html_;
};

TEST_F(TreePageTest, HasTheTreesAsData) {
  TreePage trees = page();
  const Sentence sentence = Sentence::from_text(test::sentence_text(Heads{kNoHead, 2, 0}));
  const std::vector<Node> marked{2};
  trees.add(sentence, 1);
  trees.add(sentence, 2, marked);
  trees.finish();
  const nlohmann::json json = data("trees");
  ASSERT_EQ(json.size(), 2U);
  EXPECT_EQ(json[0]["n"], 1);
  EXPECT_EQ(json[0]["f"], (nlohmann::json{"w1", "w2"}));
  EXPECT_FALSE(json[0].contains("m"));
  EXPECT_EQ(json[1]["m"], nlohmann::json::array({2}));
  ASSERT_EQ(json[0]["a"].size(), 2U);
  EXPECT_EQ(json[0]["a"][0][0], 2) << "the head";
  EXPECT_EQ(json[0]["a"][0][1], 1) << "the dependent";
  EXPECT_EQ(json[0]["a"][0][7], "dep");
  EXPECT_TRUE(data("comparison").is_null());
}

TEST_F(TreePageTest, IsWholeWithoutTrees) {
  TreePage trees = page();
  trees.finish();
  EXPECT_TRUE(data("trees").empty());
  EXPECT_THAT(html_, testing::EndsWith("</html>\n"));
  EXPECT_THAT(html_, Not(testing::ContainsRegex("@[A-Z]+@"))) << "a place that was not filled in";
}

TEST_F(TreePageTest, CannotBeBrokenOutOf) {
  TreePage trees = page("</title><script>");
  trees.add(Sentence::from_text("1\t</script><b>\t_\t@SUMMARY@\t_\t_\t0\t<!--\t_\t_\n\n"), 1);
  trees.finish();
  EXPECT_THAT(html_, HasSubstr("<title>&lt;/title&gt;&lt;script&gt;</title>"));
  EXPECT_THAT(html_, Not(HasSubstr("</script><b>")));
  EXPECT_THAT(html_, Not(HasSubstr("<!--")));
  EXPECT_EQ(data("trees")[0]["f"][0], "</script><b>");
  EXPECT_EQ(data("trees")[0]["u"][0], "@SUMMARY@");
  EXPECT_TRUE(data("comparison").is_null());
}

TEST_F(TreePageTest, NeedsNoNetwork) {
  TreePage trees = page();
  trees.finish();
  EXPECT_THAT(html_, HasSubstr("default-src 'none'"));
  EXPECT_THAT(html_, Not(testing::ContainsRegex("(src|href)=\"(https?:)?//")));
}

TEST_F(TreePageTest, ListsDifferences) {
  TreePage trees = page();
  const Sentence a = Sentence::from_text(test::sentence_text(Heads{kNoHead, 2, 0}));
  Sentence b = a;
  b.set_deprel(1, "nsubj");
  const auto differences = find_differences(a, b);
  trees.add({1, a, b, differences});
  trees.add({2, a, a, {}});
  trees.finish("{\"words\":4}");
  const nlohmann::json json = data("trees");
  EXPECT_EQ(json[0]["d"].dump(), R"([[1,["label"],[["DEPREL","dep","nsubj"]]]])");
  EXPECT_EQ(json[0]["a"].size(), 3U);
  EXPECT_FALSE(json[1].contains("d"));
  EXPECT_EQ(data("comparison")["words"], 4);
}

}  // namespace
}  // namespace panarc
