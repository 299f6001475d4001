#include "panarc/draw.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "draw/xml_checker.h"
#include "support/annotated.h"
#include "support/sample.h"
#include "support/trees.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string problem_of(std::string_view svg) { return test::XmlChecker(svg).problem(); }

std::string drawn(const std::string& text) {
  SvgTrees trees;
  trees.add(Sentence::from_text(text), 1);
  return trees.document();
}

TEST(XmlChecker, FindsProblems) {
  EXPECT_EQ(problem_of("<a b=\"c\"><d/>x &amp; y</a>\n"), "");
  EXPECT_NE(problem_of("<a><b></a></b>"), "");
  EXPECT_NE(problem_of("<a>x & y</a>"), "");
  EXPECT_NE(problem_of("<a b=\"<\"/>"), "");
  EXPECT_NE(problem_of("<a b=c/>"), "");
  EXPECT_NE(problem_of("<a>\x01</a>"), "");
  EXPECT_NE(problem_of("<a>"), "");
  EXPECT_NE(problem_of(""), "");
}

TEST(SvgTree, IsWellFormed) {
  SvgTrees trees;
  std::uint64_t number = 0;
  for (const Sentence& sentence : test::sample("dev")) trees.add(sentence, ++number);
  EXPECT_EQ(problem_of(trees.document()), "");
}

TEST(SvgTree, EscapesEverything) {
  const std::string svg = drawn(
      "# sent_id = <&\">\n# text = <script>\"&\n"
      "1-2\t<&\">\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "1\t<&\">\t_\t<&\">\t_\t_\t0\t<&\">\t_\t_\n2\ta\x1b\uFFFE\t_\tX\t_\t_\t1\tx\t_\t_\n\n");
  EXPECT_EQ(problem_of(svg), "");
  EXPECT_THAT(svg, HasSubstr(">&lt;&amp;&quot;&gt;</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>&lt;script&gt;&quot;&amp;</title>"));
  EXPECT_THAT(svg, HasSubstr(">a\\x1B\uFFFD</text>"));
}

TEST(SvgTree, ShowsWordsTagsRelationsAndTokens) {
  const std::string svg = drawn(
      "1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n1\tdo\t_\tAUX\t_\t_\t0\troot\t_\t_\n"
      "2\tn't\t_\t_\t_\t_\t1\tadvmod\t_\t_\n\n");
  for (const char* const text : {">do<", ">n't<", ">AUX<", ">root<", ">advmod<", ">don't<"}) {
    EXPECT_THAT(svg, HasSubstr(text));
  }
  EXPECT_THAT(svg, Not(HasSubstr(">_<"))) << "a tag that is missing";
}

TEST(SvgTree, HasNoArcsWithoutHeads) {
  const std::string svg = drawn(test::sentence_text(Heads{kNoHead, kNoHead}));
  EXPECT_EQ(problem_of(svg), "");
  EXPECT_THAT(svg, Not(HasSubstr("<path")));
}

TEST(SvgTree, StacksSentencesWithHeadings) {
  const std::string text = "# sent_id = first\n" + test::sentence_text(Heads{kNoHead, 2, 0});
  const std::string single = drawn(text);
  EXPECT_THAT(single, Not(HasSubstr(">1 first<")));
  SvgTrees trees;
  trees.add(Sentence::from_text(text), 1);
  trees.add(Sentence::from_text(text), 2);
  EXPECT_THAT(trees.document(), HasSubstr(">1 first<"));
  EXPECT_THAT(trees.document(), HasSubstr(">2 first<"));
  const auto height = [](const std::string& svg) {
    return std::stod(svg.substr(svg.find("height=\"") + 8));
  };
  EXPECT_GT(height(trees.document()), 2 * height(single));
  EXPECT_EQ(problem_of(SvgTrees().document()), "") << "no sentence at all";
}

TEST(SvgTree, MarksWords) {
  SvgTrees trees;
  const std::vector<Node> marked{2};
  trees.add(Sentence::from_text(test::sentence_text(Heads{kNoHead, 2, 0})), 1, marked);
  EXPECT_THAT(trees.document(), HasSubstr("fill=\"#d55e00\">w2</text>"));
  EXPECT_THAT(trees.document(), Not(HasSubstr("fill=\"#d55e00\">w1</text>")));
}

}  // namespace
}  // namespace panarc
