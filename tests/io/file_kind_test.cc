#include "io/file_kind.h"

#include <gtest/gtest.h>

#include <string>

#include "panarc/io.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

const std::string kWordLine = "1\tIt\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n";

TEST(FileKind, RecognisesTheBeginningOfATreebank) {
  EXPECT_TRUE(begins_like_treebank(kWordLine));
  EXPECT_TRUE(begins_like_treebank("\xEF\xBB\xBF# sent_id = 1\n# text = It rains.\n" + kWordLine));
  EXPECT_FALSE(begins_like_treebank(""));
  EXPECT_FALSE(begins_like_treebank("# a heading\n"));
  EXPECT_FALSE(begins_like_treebank("# a heading\n\n" + kWordLine));
  EXPECT_FALSE(begins_like_treebank("a\ttable\n" + kWordLine));
}

TEST(FileKind, LooksIntoFilesOnly) {
  const test::TemporaryDirectory directory;
  test::write_bytes(directory / "file", kWordLine);
  EXPECT_TRUE(is_like_treebank(directory / "file"));
  test::write_bytes(directory / "text", "It rains.\n");
  EXPECT_FALSE(is_like_treebank(directory / "text"));
  EXPECT_FALSE(is_like_treebank(directory / "none"));
  EXPECT_FALSE(is_like_treebank(directory / ""));
  EXPECT_FALSE(is_like_treebank("/dev/null"));
  EXPECT_FALSE(is_like_treebank("-"));
}

}  // namespace
}  // namespace panarc
