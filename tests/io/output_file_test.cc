#include "io/output_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/message_of.h"
#include "treebank/test_text.h"

namespace {

/// What was synced, in order: "file" or "directory". It fails for the kind that `failing` names.
std::vector<std::string> synced;
std::string failing;
std::atomic<int> umask_calls = 0;

}  // namespace

// In the test program, these functions take the place of the system's.
extern "C" int fsync(int descriptor) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) return -1;
  synced.emplace_back(S_ISDIR(status.st_mode) ? "directory" : "file");
  if (synced.back() != failing) return 0;
  errno = EIO;
  return -1;
}

extern "C" mode_t umask(mode_t mask) noexcept {
  ++umask_calls;
  return static_cast<mode_t>(syscall(SYS_umask, mask));
}

namespace panarc {
namespace {

using test::message_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> names_in(const test::TemporaryDirectory& directory) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory / "")) {
    names.push_back(entry.path().filename());
  }
  return names;
}

unsigned permissions_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(stat(path.c_str(), &status), 0);
  return status.st_mode & 0777U;
}

class OutputFileTest : public testing::Test {
 protected:
  void SetUp() override {
    synced.clear();
    failing.clear();
  }

  test::TemporaryDirectory directory_;
};

/// A process that writes to a file until it is killed.
class Writer {
 public:
  explicit Writer(const std::string& path) {
    int ready[2];
    EXPECT_EQ(pipe(ready), 0);
    process_ = fork();
    if (process_ == 0) {
      OutputFile file(path);
      static_cast<void>(!write(ready[1], "r", 1));
      while (true) pause();
    }
    char letter = 0;
    EXPECT_EQ(read(ready[0], &letter, 1), 1);
    for (const int end : ready) close(end);
  }
  ~Writer() { kill(); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  Writer(Writer&&) = delete;
  Writer& operator=(Writer&&) = delete;

  void kill() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    waitpid(std::exchange(process_, -1), nullptr, 0);
  }

 private:
  pid_t process_ = -1;
};

TEST_F(OutputFileTest, WhatAKilledProcessLeftIsRemovedByTheNext) {
  const std::string path = directory_ / "out";
  Writer writer(path);
  const std::vector<std::string> written = names_in(directory_);
  ASSERT_EQ(written.size(), 1U);
  // As long as it lives, it is not disturbed.
  { const OutputFile other(path); }
  EXPECT_EQ(names_in(directory_), written);
  writer.kill();
  EXPECT_EQ(names_in(directory_), written);
  { const OutputFile other(path); }
  EXPECT_THAT(names_in(directory_), IsEmpty());
}

TEST_F(OutputFileTest, LeavesFilesWithSimilarNamesAlone) {
  const std::vector<std::string> others{"out.backup",           "out.panarc-",
                                        "out.panarc-abcdefg",   "out.panarc-abc.gz",
                                        "output.panarc-abcdef", "ou.panarc-abcdef"};
  for (const std::string& name : others) test::write_bytes(directory_ / name, "");
  test::write_bytes(directory_ / "out.panarc-abcdef", "");
  remove_abandoned_files(directory_ / "out");
  EXPECT_THAT(names_in(directory_), testing::UnorderedElementsAreArray(others));
}

TEST_F(OutputFileTest, IsOnTheDiskBeforeItHasItsNameAndTheNameAfterwards) {
  OutputFile file(directory_ / "out");
  file.write("text");
  EXPECT_THAT(synced, IsEmpty());
  file.commit();
  EXPECT_THAT(synced, ElementsAre("file", "directory"));
  EXPECT_EQ(test::read_bytes(directory_ / "out"), "text");
}

TEST_F(OutputFileTest, DoesNotTakeTheNameIfItCannotBePutOnTheDisk) {
  test::write_bytes(directory_ / "out", "old");
  failing = "file";
  EXPECT_THAT(message_of([&] {
                OutputFile file(directory_ / "out");
                file.write("new");
                file.commit();
              }),
              HasSubstr("out: cannot write: Input/output error"));
  EXPECT_EQ(test::read_bytes(directory_ / "out"), "old");
  EXPECT_THAT(names_in(directory_), ElementsAre("out"));
  failing = "directory";
  EXPECT_THAT(message_of([&] { OutputFile(directory_ / "out").commit(); }),
              HasSubstr("out: cannot write: Input/output error"));
}

TEST_F(OutputFileTest, FindsItsPermissionsWithoutChangingTheMaskOfTheProcess) {
  const mode_t mask = umask(026);
  const int before = umask_calls;
  OutputFile(directory_ / "new").commit();
  EXPECT_EQ(umask_calls, before);
  EXPECT_EQ(permissions_of(directory_ / "new"), 0640U);
  umask(mask);
}

TEST_F(OutputFileTest, KeepsPermissionsThatTheMaskWouldTakeAway) {
  test::write_bytes(directory_ / "old", "");
  ASSERT_EQ(chmod((directory_ / "old").c_str(), 0666), 0);
  OutputFile(directory_ / "old").commit();
  EXPECT_EQ(permissions_of(directory_ / "old"), 0666U);
}

TEST_F(OutputFileTest, TakesTheLongestNameThereIs) {
  const std::string longest(255, 'x');
  OutputFile(directory_ / longest).commit();
  EXPECT_THAT(names_in(directory_), ElementsAre(longest));
  // Nobody wants to hear of it when the work is done.
  EXPECT_THAT(message_of([&] { const OutputFile file(directory_ / (longest + 'x')); }),
              HasSubstr("File name too long"));
}

TEST_F(OutputFileTest, CutsNoCharacterOfALongNameInTwo) {
  const std::string longest = 'x' + std::string(239, 'y') + "水水水水水";
  const OutputFile file(directory_ / longest);
  const std::vector<std::string> names = names_in(directory_);
  ASSERT_EQ(names.size(), 1U);
  EXPECT_TRUE(names[0].starts_with('x' + std::string(239, 'y') + ".panarc-")) << names[0];
}

TEST_F(OutputFileTest, WritesToWhatALinkToAPipeLeadsTo) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  OutputFile file(fmt::format("/dev/fd/{}", ends[1]));
  file.write("text");
  file.commit();
  char text[5] = {};
  EXPECT_EQ(read(ends[0], text, 4), 4);
  EXPECT_STREQ(text, "text");
  close(ends[0]);
  close(ends[1]);
}

TEST_F(OutputFileTest, MakesWhatALinkNamesIfItIsNotThereYet) {
  std::filesystem::create_directory(directory_ / "folder");
  std::filesystem::create_symlink("second", directory_ / "first");
  std::filesystem::create_symlink("folder/../folder/file", directory_ / "second");
  OutputFile file(directory_ / "first");
  file.write("text");
  file.commit();
  EXPECT_EQ(test::read_bytes(directory_ / "folder/file"), "text");
  EXPECT_TRUE(std::filesystem::is_symlink(directory_ / "first"));
  EXPECT_TRUE(std::filesystem::is_symlink(directory_ / "second"));
}

TEST_F(OutputFileTest, ReportsLinksThatLeadNowhere) {
  std::filesystem::create_symlink("missing/file", directory_ / "dangling");
  std::filesystem::create_symlink("loop", directory_ / "loop");
  EXPECT_THAT(message_of([&] { const OutputFile file(directory_ / "dangling"); }),
              HasSubstr("dangling: cannot open for writing: No such file"));
  EXPECT_THAT(message_of([&] { const OutputFile file(directory_ / "loop"); }),
              HasSubstr("loop: cannot open for writing: Too many levels"));
}

// What a signal handler does, in a process of its own.
TEST_F(OutputFileTest, IsRemovedWithAllOthersByAHandler) {
  test::write_bytes(directory_ / "finished", "old");
  const auto interrupted = [&] {
    OutputFile finished(directory_ / "finished");
    finished.write("new");
    finished.commit();
    const OutputFile first(directory_ / "first");
    const OutputFile second(directory_ / "second");
    const bool there = names_in(directory_).size() == 3;
    remove_temporary_files();
    _exit(there && names_in(directory_) == std::vector<std::string>{"finished"} ? 0 : 1);
  };
  EXPECT_EXIT(interrupted(), testing::ExitedWithCode(0), "");
  EXPECT_EQ(test::read_bytes(directory_ / "finished"), "new");
}

TEST_F(OutputFileTest, GivesItsPlaceInTheRegisterBack) {
  for (int i = 0; i < 100; ++i) OutputFile(directory_ / "out").commit();
  const auto interrupted = [&] {
    const OutputFile file(directory_ / "other");
    remove_temporary_files();
    _exit(names_in(directory_).size() == 1 ? 0 : 1);
  };
  EXPECT_EXIT(interrupted(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace panarc
