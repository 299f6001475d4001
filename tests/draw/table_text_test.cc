#include "draw/table_text.h"

#include <gtest/gtest.h>

namespace panarc {
namespace {

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
