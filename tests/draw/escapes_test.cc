#include "draw/escapes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "draw/xml_checker.h"

namespace panarc {
namespace {

TEST(XmlText, WritesSpecialCharactersAsEntities) {
  EXPECT_EQ(xml_text("a <b> & \"c\" ±"), "a &lt;b&gt; &amp; &quot;c&quot; ±");
  EXPECT_EQ(xml_text("\x1b\uFFFE"), "\\x1B\uFFFD");
}

RC_GTEST_PROP(XmlText, CanStandAnywhere, (const std::string& text)) {
  const std::string xml = xml_text(text);
  RC_ASSERT(test::XmlChecker("<a b=\"" + xml + "\">" + xml + "</a>").problem() == "");
}

TEST(TableText, QuotesCellsOfCsv) {
  EXPECT_EQ(csv_cell("a b"), "a b");
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_cell("a \"b\""), "\"a \"\"b\"\"\"");
  EXPECT_EQ(csv_cell("a\nb"), "\"a\nb\"");
}

TEST(TableText, EscapesMarkdown) {
  EXPECT_EQ(markdown_text("a_b (c), 1.5"), "a_b (c), 1.5");
  EXPECT_EQ(markdown_text("a|b *c* <d> [e] `f` \\"), "a\\|b \\*c\\* \\<d\\> \\[e\\] \\`f\\` \\\\");
}

}  // namespace
}  // namespace panarc
