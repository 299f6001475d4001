#include "base/child_process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <thread>

#include "treebank/test_text.h"

namespace panarc {
namespace {

using testing::HasSubstr;

class ChildProcessTest : public testing::Test {
 protected:
  [[nodiscard]] ProcessSpec shell(const std::string& script) const {
    return {"/bin/sh", {"sh", "-c", script}, directory_ / "out", directory_ / "err", -1};
  }
  [[nodiscard]] std::string written(const std::string& file) const {
    return test::read_bytes(directory_ / file);
  }

  test::TemporaryDirectory directory_;
};

TEST_F(ChildProcessTest, WritesToFilesAndReturnsItsStatus) {
  ChildProcess process(shell("echo out; echo err >&2; cat; exit 3"));
  const ProcessEnd end = process.wait();
  EXPECT_EQ(end.status, 3);
  EXPECT_EQ(written("out"), "out\n");
  EXPECT_EQ(written("err"), "err\n");
  EXPECT_GT(end.peak_bytes, 1e5);
}

TEST_F(ChildProcessTest, CountsItsTime) {
  ChildProcess process(shell("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"));
  EXPECT_GT(process.wait().cpu_seconds, 0.01);
}

TEST_F(ChildProcessTest, SaysWhatItDiedOf) {
  ChildProcess process(shell("kill -9 $$"));
  EXPECT_EQ(process.wait().status, 128 + SIGKILL);
}

TEST_F(ChildProcessTest, SaysIfThereIsNoSuchProgram) {
  ProcessSpec spec = shell("");
  spec.executable = directory_ / "none";
  EXPECT_EQ(ChildProcess(spec).wait().status, 127);
  EXPECT_THAT(written("err"), HasSubstr("cannot be started"));
}

TEST_F(ChildProcessTest, EndsWithItsObject) {
  pid_t id = 0;
  {
    const ChildProcess process(shell("exec sleep 600"));
    id = process.id();
    EXPECT_EQ(kill(id, 0), 0);
  }
  EXPECT_NE(kill(id, 0), 0);
}

/// Waits until something holds; whether it did within a minute.
bool comes_to_hold(const std::function<bool()>& condition) {
  for (int i = 0; i < 6000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

bool is_free(const std::string& file) {
  const int descriptor = open(file.c_str(), O_RDWR | O_CLOEXEC);
  const bool free = flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  close(descriptor);
  return free;
}

TEST_F(ChildProcessTest, DoesNotOutliveItsParentAndSharesItsLock) {
  const std::string lock = directory_ / "lock";
  const pid_t parent = fork();
  if (parent == 0) {
    ProcessSpec spec = shell("echo $$ > '" + (directory_ / "id") + "'; exec sleep 600");
    spec.shared = open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    flock(spec.shared, LOCK_EX);
    const ChildProcess process(spec);
    pause();
    _exit(0);
  }
  ASSERT_TRUE(comes_to_hold([&] { return written("id").ends_with('\n'); }));
  const pid_t child = std::stoi(written("id"));
  EXPECT_EQ(kill(child, 0), 0);
  EXPECT_FALSE(is_free(lock));
  kill(parent, SIGKILL);
  EXPECT_TRUE(comes_to_hold([&] { return is_free(lock); }));
}

TEST(ShellLine, QuotesWhatAShellWouldTakeApart) {
  EXPECT_EQ(shell_line({"panarc", "train", "a/b.conllu", "--beam", "8"}),
            "panarc train a/b.conllu --beam 8");
  EXPECT_EQ(shell_line({"a b", "", "it's", "upos != \"X\""}),
            "'a b' '' 'it'\\''s' 'upos != \"X\"'");
}

}  // namespace
}  // namespace panarc
