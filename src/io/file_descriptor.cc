#include "io/file_descriptor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "panarc/error.h"

namespace panarc {

void throw_system_error(const std::string& file, const std::string& action) {
  const int code = errno;
  throw Error({file, 0, 0},
              fmt::format("cannot {}: {}", action, std::generic_category().message(code)));
}

namespace {

// A non-blocking pipe or terminal, made so by somebody else, says "try again" when it is not ready:
// then wait for it. Other calls may just have been interrupted.
bool can_try_again(int descriptor, short event) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  pollfd ready{descriptor, event, 0};
  ::poll(&ready, 1, -1);
  return true;
}

}  // namespace

FileDescriptor duplicate(int descriptor, std::string name) {
  const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) throw_system_error(name, "open");
  return {copy, std::move(name)};
}

FileDescriptor open_input(const std::string& path) {
  const auto open_file = [&path] {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) throw_system_error(path, "open");
    return FileDescriptor(descriptor, path);
  };
  FileDescriptor file = path == "-" ? duplicate(STDIN_FILENO, "<stdin>") : open_file();
  struct stat status {};
  if (::fstat(file.get(), &status) == 0 && S_ISDIR(status.st_mode)) {
    throw Error({file.name(), 0, 0}, "is a directory: expected a file");
  }
  return file;
}

FileDescriptor::~FileDescriptor() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

FileDescriptor::FileDescriptor(FileDescriptor&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), name_(std::move(other.name_)) {}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(name_, other.name_);
  return *this;
}

std::size_t FileDescriptor::read(std::span<char> to) {
  while (true) {
    const ssize_t count = ::read(descriptor_, to.data(), to.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (!can_try_again(descriptor_, POLLIN)) throw_system_error(name_, "read");
  }
}

bool FileDescriptor::would_wait() const {
  pollfd readable{descriptor_, POLLIN, 0};
  return ::poll(&readable, 1, 0) == 0;
}

void FileDescriptor::write_all(std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    } else if (!can_try_again(descriptor_, POLLOUT)) {
      throw_system_error(name_, "write");
    }
  }
}

void FileDescriptor::sync() {
  if (::fsync(descriptor_) == 0) return;
  // Some file systems do not support fsync().
  if (errno != EINVAL && errno != ENOTSUP) throw_system_error(name_, "write");
}

void FileDescriptor::close() {
  if (descriptor_ < 0) return;
  // A file is closed even if closing was interrupted.
  if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) {
    throw_system_error(name_, "write");
  }
}

}  // namespace panarc
