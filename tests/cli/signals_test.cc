#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/run_command.h"

namespace panarc {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> outputs_in(const test::TemporaryDirectory& directory) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory / "")) {
    const std::string name = entry.path().filename();
    if (name.starts_with("out")) names.push_back(name);
  }
  return names;
}

/// `panarc convert - -o DIRECTORY/out.conllu`, waiting for input that never comes.
class WaitingConvert {
 public:
  explicit WaitingConvert(const test::TemporaryDirectory& directory) {
    EXPECT_EQ(pipe2(input_, O_CLOEXEC), 0);
    const std::string output = directory / "out.conllu";
    const int events = inotify_init1(IN_CLOEXEC);
    EXPECT_GE(inotify_add_watch(events, (directory / "").c_str(), IN_CREATE), 0);
    process_ = fork();
    if (process_ == 0) {
      dup2(input_[0], STDIN_FILENO);
      execl(PANARC_COMMAND, "panarc", "convert", "-", "-o", output.c_str(), nullptr);
      _exit(127);
    }
    constexpr int kPatience = 60'000;  // milliseconds
    pollfd created{events, POLLIN, 0};
    EXPECT_EQ(poll(&created, 1, kPatience), 1) << "it does not begin to write";
    close(events);
    EXPECT_EQ(outputs_in(directory).size(), 1U);
  }
  ~WaitingConvert() {
    close(input_[0]);
    close(input_[1]);
  }
  WaitingConvert(const WaitingConvert&) = delete;
  WaitingConvert& operator=(const WaitingConvert&) = delete;
  WaitingConvert(WaitingConvert&&) = delete;
  WaitingConvert& operator=(WaitingConvert&&) = delete;

  /// Sends a signal; returns how the process ended.
  [[nodiscard]] int end_by(int signal) const {
    kill(process_, signal);
    int status = 0;
    waitpid(process_, &status, 0);
    return status;
  }

 private:
  int input_[2] = {-1, -1};
  pid_t process_ = -1;
};

TEST(Signals, LeaveNoTemporaryFile) {
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
    const test::TemporaryDirectory directory;
    const WaitingConvert convert(directory);
    const int status = convert.end_by(signal);
    // Whoever waits for it must see what it died of.
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(WTERMSIG(status), signal);
    EXPECT_THAT(outputs_in(directory), IsEmpty());
  }
}

/// What `panarc convert` complains of under a limit of the shell, and that it ends with status 1.
std::string run_limited(const test::TemporaryDirectory& directory, const std::string& limit) {
  const std::string command =
      fmt::format("{}; '{}' convert '{}' -o '{}' 2>'{}'", limit, PANARC_COMMAND,
                  directory / "in.conllu", directory / "out.conllu", directory / "errors");
  const int status = std::system(command.c_str());
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  return test::read_bytes(directory / "errors");
}

TEST(Limits, AFileThatMayNotGrowIsAnErrorWithAMessage) {
  const test::TemporaryDirectory directory;
  std::string text;
  for (int i = 0; i < 1000; ++i) text += test::sentence_text(Heads{kNoHead, 0});
  test::write_bytes(directory / "in.conllu", text);
  EXPECT_THAT(run_limited(directory, "ulimit -f 1"),
              HasSubstr("out.conllu: cannot write: File too large"));
  EXPECT_THAT(outputs_in(directory), IsEmpty());
}

TEST(Limits, ALackOfMemoryIsAnErrorWithAMessage) {
#ifdef PANARC_SANITIZED
  GTEST_SKIP() << "sanitizers need more address space than any limit leaves";
#endif
  const test::TemporaryDirectory directory;
  test::write_bytes(directory / "in.conllu", "1\t" + std::string(60'000'000, 'x'));
  const std::string errors = run_limited(directory, "ulimit -v 100000");
  EXPECT_THAT(errors, HasSubstr("panarc: out of memory: "));
  EXPECT_THAT(outputs_in(directory), IsEmpty());
}

}  // namespace
}  // namespace panarc
