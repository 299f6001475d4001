#include "panarc/io.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "panarc/error.h"
#include "panarc/treebank.h"
#include "support/message_of.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> lines_in(const std::string& path) {
  std::vector<std::string> lines;
  LineReader reader(path);
  while (const auto line = reader.next()) lines.emplace_back(*line);
  return lines;
}

TEST(FileWriter, WritesAFileThatAppearsWhole) {
  const test::TemporaryDirectory directory;
  for (const char* name : {"a.txt", "a.txt.gz", "a.txt.zst"}) {
    const std::string path = directory / name;
    {
      FileWriter unfinished(path);
      unfinished.write("lost\n");
      unfinished.flush();
    }
    EXPECT_FALSE(std::filesystem::exists(path)) << name;
    FileWriter writer(path);
    writer.write("one\n");
    FileWriter same = std::move(writer);
    same.write("two\n");
    EXPECT_FALSE(std::filesystem::exists(path)) << name;
    same.finish();
    EXPECT_THAT(lines_in(path), ElementsAre("one", "two")) << name;
  }
}

TEST(FileWriter, LeavesNothingBehind) {
  const test::TemporaryDirectory directory;
  { FileWriter(directory / "a").write("x"); }
  EXPECT_TRUE(std::filesystem::is_empty(directory / ""));
}

TEST(FileWriter, SaysWhereItCannotWrite) {
  EXPECT_THAT(test::message_of([] { FileWriter("/nonexistent/a"); }), HasSubstr("/nonexistent/a"));
}

TEST(CheckEncoding, KnowsThoseOfIconv) {
  EXPECT_NO_THROW(check_encoding("ISO-8859-1"));
  EXPECT_NO_THROW(check_encoding("UTF-8"));
  EXPECT_THAT(test::message_of([] { check_encoding("KLINGON-1"); }), HasSubstr("KLINGON-1"));
}

TEST(SampleTreebank, HasThreeParts) {
  for (const char* part : {"train", "dev", "test"}) {
    auto reader = TreebankReader::from_text(sample_treebank(part));
    Sentence sentence;
    EXPECT_TRUE(reader.next(sentence)) << part;
  }
  EXPECT_THROW(sample_treebank("all"), Error);
}

TEST(Messages, AreSafeToPrint) {
  EXPECT_EQ(visible("a\x1b[1m\xFFé"), "a\\x1B[1m\\xFFé");
  EXPECT_EQ(in_quotes("a\n"), "\"a\\x0A\"");
  EXPECT_EQ(counted(1, "word"), "1 word");
  EXPECT_EQ(counted(2, "word"), "2 words");
}

}  // namespace
}  // namespace panarc
