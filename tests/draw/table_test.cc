#include <gtest/gtest.h>

#include "panarc/draw.h"

namespace panarc {
namespace {

Table sample() {
  Table table({"word", "n"});
  table.add_row({"été", "1"});
  table.add_row({"a|\"b\x1b", "20"});
  return table;
}

TEST(Table, AlignsNumbersAndTextByWhatIsSeen) {
  EXPECT_EQ(sample().text(),
            "word       n\n"
            "été        1\n"
            "a|\"b\\x1B  20\n");
}

TEST(Table, LeavesTextOnTheLeft) {
  Table table({"a", "long"}, Table::Content::kText);
  table.add_row({"bb", "c"});
  EXPECT_EQ(table.text(), "a   long\nbb  c\n");
  Table numbers({"a", "long", "n"});
  numbers.set_text_columns(2);
  numbers.add_row({"bb", "c", "10"});
  EXPECT_EQ(numbers.text(), "a   long   n\nbb  c     10\n");
}

TEST(Table, IsWrittenInMarkdownAndCsv) {
  EXPECT_EQ(sample().markdown(),
            "| word | n |\n| --- | ---: |\n| été | 1 |\n| a\\|\"b\\x1B | 20 |\n");
  EXPECT_EQ(sample().csv(), "word,n\nété,1\n\"a|\"\"b\x1b\",20\n");
}

}  // namespace
}  // namespace panarc
