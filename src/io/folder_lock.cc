#include "io/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>

#include "panarc/error.h"

namespace panarc {

namespace {

FileDescriptor open_lock(const std::string& folder) {
  const std::string path = (std::filesystem::path(folder) / ".lock").string();
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) throw_system_error(path, "open for writing");
  return {descriptor, path};
}

}  // namespace

FolderLock::FolderLock(const std::string& folder) : file_(open_lock(folder)) {
  constexpr std::chrono::milliseconds kPause{50};
  constexpr std::chrono::seconds kPatience{5};
  const auto start = std::chrono::steady_clock::now();
  while (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) throw_system_error(file_.name(), "lock");
    if (std::chrono::steady_clock::now() - start > kPatience) {
      throw Error({folder, 0, 0}, "another process is at work in this folder");
    }
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace panarc
