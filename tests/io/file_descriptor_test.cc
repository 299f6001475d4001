#include "io/file_descriptor.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "support/message_of.h"

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

constexpr auto kMoment = std::chrono::milliseconds(20);

TEST(FileDescriptor, WaitsForInputThatIsNotThereYet) {
  Pipe pipe;
  std::thread writer([&] {
    std::this_thread::sleep_for(kMoment);
    pipe.to.write_all(std::string("text"));
    pipe.to.close();
  });
  std::vector<char> text(10);
  EXPECT_EQ(pipe.from.read(text), 4U);
  EXPECT_EQ(pipe.from.read(text), 0U);
  writer.join();
}

TEST(FileDescriptor, WaitsForAReaderThatIsSlow) {
  Pipe pipe;
  const std::string text(1'000'000, 'x');
  std::string read;
  std::thread reader([&] {
    std::this_thread::sleep_for(kMoment);
    std::vector<char> piece(10'000);
    while (const std::size_t count = pipe.from.read(piece)) read.append(piece.data(), count);
  });
  pipe.to.write_all(text);
  pipe.to.close();
  reader.join();
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
