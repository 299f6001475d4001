#include "io/file_descriptor.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "support/message_of.h"

namespace {

/// What the other end of a pipe does while this one waits.
std::function<void()> before_polling;

}  // namespace

// In the test program, this poll() takes the place of the system's.
extern "C" int poll(pollfd* descriptors, nfds_t count, int timeout) {
  if (before_polling) before_polling();
  const timespec limit{timeout / 1000, timeout % 1000 * 1'000'000L};
  return static_cast<int>(syscall(SYS_ppoll, descriptors, count, timeout < 0 ? nullptr : &limit,
                                  nullptr, std::size_t{0}));
}

namespace panarc {
namespace {

/// A pipe that says "try again" instead of waiting, as programs like to leave a terminal behind.
struct Pipe {
  Pipe() {
    int ends[2] = {-1, -1};
    EXPECT_EQ(pipe2(ends, O_NONBLOCK | O_CLOEXEC), 0);
    from = FileDescriptor(ends[0], "from");
    to = FileDescriptor(ends[1], "to");
  }

  FileDescriptor from{-1, ""};
  FileDescriptor to{-1, ""};
};

class FileDescriptorTest : public testing::Test {
 protected:
  void TearDown() override { before_polling = nullptr; }

  Pipe pipe_;
  int waits_ = 0;
};

TEST_F(FileDescriptorTest, WaitsForInputThatIsNotThereYet) {
  before_polling = [this] {
    if (waits_++ > 0) return;
    pipe_.to.write_all(std::string("text"));
    pipe_.to.close();
  };
  std::vector<char> text(10);
  EXPECT_EQ(pipe_.from.read(text), 4U);
  EXPECT_EQ(pipe_.from.read(text), 0U);
  EXPECT_EQ(waits_, 1);
}

TEST_F(FileDescriptorTest, WaitsForAReaderThatIsSlow) {
  const std::string text(1'000'000, 'x');
  std::string read;
  std::vector<char> piece(10'000);
  before_polling = [&] {
    ++waits_;
    read.append(piece.data(), pipe_.from.read(piece));
  };
  pipe_.to.write_all(text);
  pipe_.to.close();
  EXPECT_GT(waits_, 0);
  while (const std::size_t count = pipe_.from.read(piece)) read.append(piece.data(), count);
  EXPECT_TRUE(read == text);
}

TEST(FileDescriptor, IsNotLeftToProgramsThatAreStarted) {
  const FileDescriptor files[] = {duplicate(STDOUT_FILENO, "<stdout>"), open_input("-"),
                                  open_input("/dev/null")};
  for (const FileDescriptor& file : files) {
    EXPECT_EQ(fcntl(file.get(), F_GETFD), FD_CLOEXEC) << file.name();
  }
}

TEST(FileDescriptor, TellsWhatCannotBeOpened) {
  EXPECT_EQ(test::message_of([] { open_input("/"); }), "/: is a directory: expected a file");
  EXPECT_EQ(test::message_of([] { open_input("/none/such"); }),
            "/none/such: cannot open: No such file or directory");
  EXPECT_EQ(test::message_of([] { duplicate(-1, "nothing"); }),
            "nothing: cannot open: Bad file descriptor");
}

TEST(FileDescriptor, TellsWhatCannotBeDone) {
  FileDescriptor full(open("/dev/full", O_RDWR | O_CLOEXEC), "a full disk");
  EXPECT_THAT(test::message_of([&] { full.write_all(std::string("text")); }),
              testing::HasSubstr("a full disk: cannot write: No space left"));
  FileDescriptor directory(open("/", O_RDONLY | O_CLOEXEC), "a directory");
  std::vector<char> text(10);
  EXPECT_THAT(test::message_of([&] { directory.read(text); }),
              testing::HasSubstr("a directory: cannot read: Is a directory"));
}

}  // namespace
}  // namespace panarc
