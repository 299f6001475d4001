#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "panarc/error.h"
#include "panarc/json.h"
#include "panarc/treebank.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using test::word_line;

std::size_t files_in(const std::string& directory) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(directory), {}));
}

TEST(TreebankWriter, LeavesNothingBehindUnlessFinished) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "out.conllu";
  test::write_bytes(path, "old");
  {
    TreebankWriter writer(path);
    writer.write(Sentence::from_text(word_line("1", "0")));
    writer.flush();
    EXPECT_EQ(test::read_bytes(path), "old");
  }
  EXPECT_EQ(test::read_bytes(path), "old");
  EXPECT_EQ(files_in(directory / ""), 1U);
}

TEST(TreebankWriter, SeparatesSentencesThatLackTheirBlankLine) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "out.conllu";
  const std::string line = word_line("1", "0");
  const std::string unended = line.substr(0, line.size() - 1);
  TreebankWriter writer(path);
  writer.write(Sentence::from_text(unended));
  writer.write(Sentence::from_text(line));
  writer.write(Sentence::from_text(unended + "\r\n"));
  writer.write(Sentence::from_text(unended));
  writer.finish();
  EXPECT_EQ(test::read_bytes(path), line + "\n" + line + "\n" + unended + "\r\n\r\n" + unended);
}

TEST(TreebankWriter, LeavesOutTheByteOrderMarkOfFilesThatAreJoined) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "out.conllu";
  const std::string mark = "\xEF\xBB\xBF";
  const std::string line = word_line("1", "0");
  TreebankWriter writer(path);
  writer.write(Sentence::from_text(mark + line));
  writer.finish_input("");
  writer.write_text(mark + line + "\n");
  // Inside a file it is text like any other.
  writer.write(Sentence::from_text(mark + line + "\n"));
  writer.finish_input("");
  writer.write(Sentence::from_text(mark + line));
  writer.finish();
  EXPECT_EQ(test::read_bytes(path), mark + line + "\n" + line + "\n" + mark + line + "\n" + line);
}

TEST(TreebankWriter, KeepsPermissionsAndLinks) {
  const test::TemporaryDirectory directory;
  const std::string target = directory / "target.conllu";
  const std::string link = directory / "link.conllu";
  test::write_bytes(target, "old");
  ASSERT_EQ(chmod(target.c_str(), 0640), 0);
  std::filesystem::create_symlink("target.conllu", link);
  TreebankWriter writer(link);
  writer.write_text("new");
  writer.finish();
  EXPECT_EQ(test::read_bytes(target), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  struct stat status {};
  ASSERT_EQ(stat(target.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

TEST(TreebankWriter, TellsWhyAFileCannotBeWritten) {
  const test::TemporaryDirectory directory;
  EXPECT_THROW(TreebankWriter(directory / "missing/out"), Error);
  EXPECT_THROW(TreebankWriter(directory / ""), Error);
  TreebankWriter full("/dev/full");
  full.write_text("text");
  EXPECT_THROW(full.finish(), Error);
}

TEST(TreebankWriter, ConvertsFormats) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "out";
  TreebankWriter writer(path, Format::kConllx);
  writer.write(
      Sentence::from_text("# c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n"
                          "1\ta\tA\tN\tn\tF=g\t0\troot\t0:root\tX=y|Constraint=Head\n"
                          "2\tb\tB\tN\tn\t_\t1\tdep\t_\tX=y\n\n"));
  writer.finish();
  EXPECT_EQ(test::read_bytes(path),
            "1\ta\tA\tN\tn\tF=g\t0\troot\t1\t_\n2\tb\tB\tN\tn\t_\t1\tdep\t_\t_\n\n");
}

TEST(TreebankWriter, WritesLinesOfJsonToAnyOutput) {
  std::ostringstream stream;
  TreebankWriter writer = TreebankWriter::json_lines(stream);
  const Sentence sentence = Sentence::from_text(word_line("1", "0") + "\n");
  writer.write(sentence);
  writer.write(sentence);
  writer.finish();
  const std::string line = to_json(sentence) + '\n';
  EXPECT_EQ(stream.str(), line + line);
}

TEST(SentenceFilter, KeepsWhatItShould) {
  const Sentence crossing = Sentence::from_text(test::sentence_text(Heads{kNoHead, 3, 4, 0, 3}));
  const Sentence roots = Sentence::from_text(test::sentence_text(Heads{kNoHead, 0, 0}));
  SentenceFilter filter;
  EXPECT_TRUE(filter(crossing));
  filter.projective_only = true;
  EXPECT_FALSE(filter(crossing));
  EXPECT_TRUE(filter(roots));
  filter.max_roots = 1;
  EXPECT_FALSE(filter(roots));
  filter = {};
  filter.max_words = 2;
  EXPECT_FALSE(filter(crossing));
  EXPECT_TRUE(filter(roots));
}

}  // namespace
}  // namespace panarc
