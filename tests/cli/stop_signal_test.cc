#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "cli/train_command.h"

namespace panarc {
namespace {

using test::dev;
using test::sample_file;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// `panarc train OPTIONS --log LOG`, where the log is a pipe that the test reads: so a training
/// cannot be over before the test wants it to.
class RunningTraining {
 public:
  RunningTraining(const test::TemporaryDirectory& directory, const std::string& options) {
    const std::string log = directory / "log";
    EXPECT_EQ(mkfifo(log.c_str(), 0600), 0);
    const std::string command =
        fmt::format("D='{0}'; exec '{1}' train {2} --log '{3}' >'{0}out' 2>'{0}errors'",
                    directory / "", PANARC_COMMAND, options, log);
    process_ = fork();
    if (process_ == 0) {
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    log_ = ::open(log.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    EXPECT_GE(::fcntl(log_, F_SETPIPE_SZ, 4096), 0);
    constexpr int kPatience = 60'000;  // milliseconds
    pollfd written{log_, POLLIN, 0};
    EXPECT_EQ(::poll(&written, 1, kPatience), 1) << "it does not train";
    EXPECT_EQ(::fcntl(log_, F_SETFL, 0), 0);
    ::unlink(log.c_str());
  }
  ~RunningTraining() { ::close(log_); }
  RunningTraining(const RunningTraining&) = delete;
  RunningTraining& operator=(const RunningTraining&) = delete;
  RunningTraining(RunningTraining&&) = delete;
  RunningTraining& operator=(RunningTraining&&) = delete;

  /// Waits for lines of the log.
  void wait_for_lines(int count) const {
    for (char letter = 0; count > 0 && ::read(log_, &letter, 1) == 1;) count -= letter == '\n';
    EXPECT_EQ(count, 0) << "it has ended";
  }
  /// Waits until it can only wait for the log to be read.
  void wait_until_blocked() const {
    int before = -1;
    for (int now = 0; now != before || now == 0;) {
      before = now;
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      ASSERT_EQ(::ioctl(log_, FIONREAD, &now), 0);
    }
  }
  void send(int signal) const { kill(process_, signal); }
  void read_log() const {
    char ignored[4096];
    while (::read(log_, ignored, sizeof ignored) > 0) {
    }
  }
  /// Returns how it ended.
  [[nodiscard]] int wait() const {
    int status = 0;
    waitpid(process_, &status, 0);
    return status;
  }

 private:
  pid_t process_ = -1;
  int log_ = -1;
};

class StopSignals : public test::TrainCommand {
 protected:
  /// Trains until there are so many lines in the log; what is then printed.
  std::string stop(const std::string& options, int lines, int signal = SIGINT) const {
    const RunningTraining training(directory_, options);
    training.wait_for_lines(lines);
    training.send(signal);
    training.read_log();
    const int status = training.wait();
    // A shell gives 128 plus its number as the status.
    EXPECT_TRUE(WIFSIGNALED(status)) << file("errors");
    EXPECT_EQ(WTERMSIG(status), signal);
    EXPECT_FALSE(exists("m"));
    return file("errors");
  }
  /// Expects the model of a training that was stopped to be that of a whole one.
  void expect_continues(const std::string& options) const {
    const auto resumed = run(options + " --resume");
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_THAT(resumed.err, Not(HasSubstr("afresh")));
    EXPECT_THAT(checkpoints(), IsEmpty());
    const std::string model = file("m");
    std::filesystem::remove(directory_ / "m");
    EXPECT_EQ(run(options).status, 0);
    EXPECT_TRUE(file("m") == model) << options;
    std::filesystem::remove(directory_ / "m");
  }
  [[nodiscard]] std::vector<std::string> checkpoints() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory_ / "")) {
      const std::string name = entry.path().filename();
      if (name.find("checkpoint") != std::string::npos) names.push_back(name);
    }
    return names;
  }
};

TEST_F(StopSignals, AStoppedTrainingSaysHowToGoOn) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string options = test::fast_training() + dev() + "--patience 0 --epochs 30";
    EXPECT_THAT(
        stop(options, 2, signal),
        testing::ContainsRegex("panarc: stopped after [0-9]+ .*; to go on, repeat the command with "
                               "--resume \\(its state is in .*/m.checkpoint\\)\n"));
    EXPECT_THAT(checkpoints(), testing::ElementsAre("m.checkpoint"));
    // The checkpoint is not lost by accident.
    EXPECT_THAT(run(options).err, HasSubstr("m.checkpoint was left by an interrupted training"));
    expect_continues(options);
  }
}

TEST_F(StopSignals, OneOfEachKindIsOneRequest) {
  const RunningTraining training(directory_, test::fast_training() + "--epochs 100");
  training.wait_until_blocked();
  training.send(SIGINT);
  training.send(SIGTERM);
  training.read_log();
  EXPECT_TRUE(WIFSIGNALED(training.wait()));
  EXPECT_THAT(file("errors"), HasSubstr("to go on, repeat the command with --resume"));
  EXPECT_THAT(checkpoints(), testing::ElementsAre("m.checkpoint"));
}

TEST_F(StopSignals, TheMembersOfAnEnsembleGoOn) {
  const std::string options =
      test::fast_training() + dev() + "--ensemble 3 --threads 2 --epochs 15 --patience 0";
  EXPECT_THAT(stop(options, 3), HasSubstr("of 3 members; to go on"));
  expect_continues(options);
}

TEST_F(StopSignals, ATaggerGoesOn) {
  const std::string options = sample_file("dev") +
                              "-o $D/m --task tag --scorer recurrent "
                              "--units 8 --epochs 30 --batch-words 100";
  EXPECT_THAT(stop(options, 1), HasSubstr("--resume"));
  expect_continues(options);
}

TEST_F(StopSignals, APartThatCannotBeResumedSaysSo) {
  // The log has an epoch of the first tagger, then of the first segmenter.
  for (const std::string part : {"--task tag", "--task segment", "--pipeline --fast"}) {
    EXPECT_THAT(stop(sample_file("train") + "-o $D/m " + part, 1),
                HasSubstr("panarc: stopped; there is nothing to resume: the same command starts "
                          "afresh\n"));
    EXPECT_THAT(checkpoints(), IsEmpty());
  }
}

TEST_F(StopSignals, ASecondOneEndsAtOnce) {
  const RunningTraining training(directory_, test::fast_training() + "--epochs 1000");
  training.wait_until_blocked();
  training.send(SIGINT);
  while (file("errors").find("a second Ctrl-C ends at once") == std::string::npos) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  training.send(SIGINT);
  const int status = training.wait();
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_THAT(file("errors"), Not(HasSubstr("stopped after")));
  EXPECT_THAT(checkpoints(), IsEmpty());
}

}  // namespace
}  // namespace panarc
