#include "draw/markdown_html.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "draw/xml_checker.h"

namespace panarc {
namespace {

TEST(MarkdownHtml, HasParagraphsListsHeadingsAndCode) {
  EXPECT_EQ(html_of_markdown("one\ntwo\n\nthree"), "<p>one two</p>\n<p>three</p>\n");
  EXPECT_EQ(html_of_markdown("- a\n  b\n- c"), "<ul>\n<li>a b</li>\n<li>c</li>\n</ul>\n");
  EXPECT_EQ(html_of_markdown("text\n1. a\n2. b\n"),
            "<p>text</p>\n<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n");
  EXPECT_EQ(html_of_markdown("## Data"), "<h4>Data</h4>\n");
  EXPECT_EQ(html_of_markdown("```sh\na <b>\n\n  *c*\n```\nd"),
            "<pre><code>a &lt;b&gt;\n\n  *c*\n</code></pre>\n<p>d</p>\n");
  EXPECT_EQ(html_of_markdown(""), "");
}

TEST(MarkdownHtml, HasMarksInLines) {
  EXPECT_EQ(html_of_markdown("`a*b*` *c* **d *e* f**"),
            "<p><code>a*b*</code> <em>c</em> <strong>d <em>e</em> f</strong></p>\n");
  EXPECT_EQ(html_of_markdown("[a **b**](https://c.org/d)"),
            "<p><a href=\"https://c.org/d\">a <strong>b</strong></a></p>\n");
  EXPECT_EQ(html_of_markdown("2 * 3 * 4, \\*a\\*, a_b_c"), "<p>2 * 3 * 4, *a*, a_b_c</p>\n");
}

TEST(MarkdownHtml, LetsNothingThrough) {
  EXPECT_EQ(html_of_markdown("<script>alert(1)</script>"),
            "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n");
  EXPECT_EQ(html_of_markdown("[a](javascript:alert)"), "<p>a</p>\n");
  EXPECT_EQ(html_of_markdown("[a](b\"c)"), "<p><a href=\"b%22c\">a</a></p>\n");
  EXPECT_EQ(html_of_markdown("![a *b*](https://c.org/d.png) <e>"),
            "<p>a <em>b</em> &lt;e&gt;</p>\n");
}

RC_GTEST_PROP(MarkdownHtml, IsWellFormed, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "a", " ", "*", "**", "`", "```", "[", "](", ")", "\n", "- ", "1. ", "#", "<", "&", "\\"));
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  RC_ASSERT(test::XmlChecker("<div>" + html_of_markdown(text) + "</div>").problem() == "");
}

}  // namespace
}  // namespace panarc
