#include "base/toml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/message_of.h"

namespace panarc {
namespace {

using Kind = TomlValue::Kind;
using test::message_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Toml, KeepsTheOrderOfTheFileAndThePlaces) {
  const TomlValue file =
      parse_toml("z = 1\na = \"x\"\n[t.y]\nb = 2.5\n[t.c]\nd = [true, false]\n", "file.toml");
  ASSERT_EQ(file.entries.size(), 3U);
  EXPECT_EQ(file.entries[0].key, "z");
  EXPECT_EQ(file.entries[0].value.text, "1");
  EXPECT_EQ(file.entries[1].value.text, "x");
  const TomlValue& table = file.entries[2].value;
  ASSERT_EQ(table.entries.size(), 2U);
  EXPECT_EQ(table.entries[0].key, "y");
  EXPECT_EQ(table.entries[0].value.entries[0].value.text, "2.5");
  EXPECT_EQ(table.entries[1].key, "c");
  const TomlValue& list = table.entries[1].value.entries[0].value;
  ASSERT_EQ(list.kind, Kind::kList);
  EXPECT_TRUE(list.items[0].flag);
  EXPECT_EQ(list.place.line, 6U);
  EXPECT_EQ(list.place.file, "file.toml");
}

TEST(Toml, SaysWhereAFileIsNotWellFormed) {
  const auto message = [](const std::string& text) {
    return message_of([&] { parse_toml(text, "file.toml"); });
  };
  EXPECT_THAT(message("a = 1\nb = \n"), StartsWith("file.toml:2:"));
  EXPECT_THAT(message("a = 1\n\nb == 2\n"), StartsWith("file.toml:3:"));
  EXPECT_THAT(message("a = 1\na = 2\n"), HasSubstr("already exists"));
  EXPECT_THAT(message("a = 1\n[x\n"), StartsWith("file.toml:2:"));
  EXPECT_THAT(message("a = 2020-01-01\n"), HasSubstr("found a date or a time"));
  EXPECT_THAT(message("a = \"\n"), testing::Not(HasSubstr("toml::")));
}

TEST(TomlTable, GivesValuesOfTheirKinds) {
  const TomlValue file =
      parse_toml("t = \"x\"\nf = true\nl = [\"a\", \"b\"]\n[[p]]\nq = 1\n[[p]]\n", "file");
  TomlTable table(file, "the file");
  EXPECT_EQ(table.text("t"), "x");
  EXPECT_EQ(table.text("u", "otherwise"), "otherwise");
  EXPECT_TRUE(table.flag("f"));
  EXPECT_THAT(table.texts("l"), ElementsAre("a", "b"));
  EXPECT_EQ(table.tables("p").size(), 2U);
  EXPECT_EQ(message_of([&] { table.finish(); }), "no error");
  EXPECT_THAT(message_of([&] { table.text("f"); }), HasSubstr("f: found true, expected text"));
  EXPECT_THAT(message_of([&] { table.flag("t"); }),
              HasSubstr("t: found \"x\", expected true or false"));
  EXPECT_THAT(message_of([&] { table.require("s"); }), HasSubstr("the file has no s"));
}

TEST(TomlTable, NamesTheKeyThatMayHaveBeenMeant) {
  const TomlValue file = parse_toml("title = \"x\"\nsedes = 3\n", "file");
  TomlTable table(file, "the file");
  table.text("title");
  table.find("seeds");
  EXPECT_THAT(message_of([&] { table.finish(); }), StartsWith("file:2:"));
  EXPECT_THAT(message_of([&] { table.finish(); }),
              HasSubstr("unknown key sedes of the file; did you mean seeds?"));
}

}  // namespace
}  // namespace panarc
