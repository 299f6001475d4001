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

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(Toml, RefusesWhatIsNestedWithoutEnd) {
  const auto message = [](const std::string& text) {
    return message_of([&] { parse_toml(text, "file.toml"); });
  };
  const auto list = [](int depth) {
    return "a = 1\nb = " + repeated("[", depth) + repeated("]", depth) + "\n";
  };
  EXPECT_EQ(message(list(100)), "no error");
  EXPECT_THAT(message("c = \"\"\"\\\n\"\"\"\n" + list(101)), StartsWith("file.toml:4: found more"));
  EXPECT_EQ(message(list(101)), "file.toml:2: found more than 100 brackets nested: expected fewer");
  EXPECT_THAT(message(list(100000)), StartsWith("file.toml:2: found more than 100 brackets"));
  EXPECT_THAT(message("a = " + repeated("{a = ", 10000)), StartsWith("file.toml:1: found more"));
  const auto key = [](int parts) { return "a" + repeated(".a", parts - 1); };
  EXPECT_EQ(message(key(100) + " = 1\n"), "no error");
  EXPECT_EQ(message(key(101) + " = 1\n"),
            "file.toml:1: found more than 100 parts of a key: expected fewer");
  EXPECT_THAT(message("[" + key(50000) + "]\n"), HasSubstr("parts of a key"));
  EXPECT_EQ(message("# " + std::string(1U << 18U, 'x')),
            "file.toml: found 262146 bytes, expected at most 262144");
}

TEST(Toml, CountsNoBracketsAndDotsInTextAndComments) {
  const std::string marks = repeated("[.{", 200);
  for (const std::string& text :
       {"a = \"\\\"" + marks + "\"\n", "a = '" + marks + "'\n", "# it's " + marks + "\na = 1\n",
        "a = \"\"\"\n\"" + marks + "\\\"\"\"\"\n", "a = '''\n'" + marks + "'''\n",
        "\"" + marks + "\" = 1\n", repeated("[[a]]\nb = [[1.5, 2.5]]\n", 200)}) {
    EXPECT_EQ(message_of([&] { parse_toml(text, "file.toml"); }), "no error") << text;
  }
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
