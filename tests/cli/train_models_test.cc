#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "treebank/test_text.h"

namespace panarc {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The script, with a command that prints what it is called with.
class TrainModels : public testing::Test {
 protected:
  void add(const std::string& file) {
    std::filesystem::create_directories(std::filesystem::path(directory_ / file).parent_path());
    test::write_bytes(directory_ / file, "");
  }

  /// Runs it in the directory.
  int run(const std::string& folders) {
    const std::string command =
        fmt::format("cd '{}' && PANARC=echo MODELS=models '{}/scripts/train-models' {} >out 2>err",
                    directory_ / "", PANARC_SOURCE_DIR, folders);
    const int status = std::system(command.c_str());
    out_ = test::read_bytes(directory_ / "out");
    err_ = test::read_bytes(directory_ / "err");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  test::TemporaryDirectory directory_;
  std::string out_;
  std::string err_;
};

TEST_F(TrainModels, TakeAllFilesOfATreebank) {
  for (const char* const file :
       {"latest-train-a.conllu", "latest-train-b.conllu.gz", "latest-train-b.conllu.zst",
        "latest-train-c.conllu.bak", "x.conllu.train.checkpoint", "latest-dev.conllu.zst",
        "latest-test.conllu"}) {
    add(std::string("UD_X/") + file);
  }
  ASSERT_EQ(run("UD_X -- --fast"), 0) << err_;
  EXPECT_THAT(
      out_, HasSubstr("\ntrain UD_X/latest-train-a.conllu UD_X/latest-train-b.conllu.gz --pipeline "
                      "-o models/UD_X.model --dev UD_X/latest-dev.conllu.zst "
                      "--test UD_X/latest-test.conllu --about "));
  EXPECT_THAT(out_, HasSubstr("--fast\n"));
  EXPECT_EQ(err_, "");
  std::filesystem::create_directory_symlink("UD_X", directory_ / "link");
  ASSERT_EQ(run("link"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr(" --dev link/latest-dev.conllu.zst --test link/latest-test.conllu "));
}

TEST_F(TrainModels, SayWhatIsMissingOrNotUsed) {
  for (const char* const file : {"train.conllu", "dev-1.conllu", "dev-2.conllu"}) {
    add(std::string("UD_X/") + file);
  }
  ASSERT_EQ(run("UD_X"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr(" --dev UD_X/dev-1.conllu "));
  EXPECT_THAT(out_, Not(HasSubstr("--test")));
  EXPECT_THAT(err_, HasSubstr("UD_X has 2 files *dev*.conllu: UD_X/dev-1.conllu is used\n"));
  EXPECT_THAT(err_, HasSubstr("UD_X has no *test*.conllu\n"));
  EXPECT_EQ(run("UD_Y"), 1);
  EXPECT_THAT(err_, HasSubstr("no *train*.conllu below UD_Y"));
  EXPECT_EQ(run("UD_X UD_Y"), 1);
  EXPECT_THAT(err_, HasSubstr("no *train*.conllu below UD_Y"));
  EXPECT_EQ(out_, "") << "before anything is trained";
}

TEST_F(TrainModels, HaveNamesOfTheirOwn) {
  add("old/UD_X/train.conllu");
  add("new/UD_X/train.conllu");
  EXPECT_EQ(run("old new"), 1);
  EXPECT_THAT(err_, HasSubstr("new/UD_X and old/UD_X have the same name"));
  EXPECT_EQ(out_, "") << "before anything is trained";
  EXPECT_EQ(run("old ./old old/UD_X"), 0) << "it is one treebank";
  add("models/UD_X.model");
  EXPECT_EQ(run("new"), 0);
  EXPECT_EQ(out_, "models/UD_X.model is there\n");
}

}  // namespace
}  // namespace panarc
