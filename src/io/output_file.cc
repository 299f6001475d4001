#include "io/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>

#include "panarc/error.h"

namespace panarc {

namespace {

// Where a rename has to go: a link stays a link, and what it names is replaced.
std::string resolve_links(const std::string& path) {
  std::error_code failure;
  const std::filesystem::path resolved = std::filesystem::weakly_canonical(path, failure);
  return failure ? path : resolved.string();
}

std::optional<mode_t> mode_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return status.st_mode;
}

mode_t default_mode() {
  constexpr mode_t kReadWrite = 0666;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return kReadWrite & ~mask;
}

FileDescriptor open_output(const std::string& path, const std::string& target,
                           std::string& temporary) {
  if (path == "-") {
    const int descriptor = ::dup(STDOUT_FILENO);
    if (descriptor < 0) throw_system_error("<stdout>", "open");
    return {descriptor, "<stdout>"};
  }
  const std::optional<mode_t> mode = mode_of(target);
  if (mode && S_ISDIR(*mode)) throw Error({path, 0, 0}, "is a directory: expected a file");
  if (mode && !S_ISREG(*mode)) {
    const int descriptor = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) throw_system_error(path, "open for writing");
    return {descriptor, path};
  }
  // Replacing needs only a writable directory, but a file marked read-only means to stay.
  if (mode && ::access(target.c_str(), W_OK) != 0) throw_system_error(path, "open for writing");
  temporary = target + ".XXXXXX";
  const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) {
    temporary.clear();
    throw_system_error(path, "open for writing");
  }
  constexpr mode_t kPermissions = 0777;
  if (::fchmod(descriptor, mode ? *mode & kPermissions : default_mode()) != 0) {
    FileDescriptor closes(descriptor, path);
    ::unlink(temporary.c_str());
    throw_system_error(path, "set the permissions");
  }
  return {descriptor, path};
}

}  // namespace

OutputFile::OutputFile(const std::string& path)
    : target_(resolve_links(path)), file_(open_output(path, target_, temporary_)) {}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::commit() {
  file_.close();
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) {
    throw_system_error(file_.name(), "put the finished file in place");
  }
  temporary_.clear();
}

}  // namespace panarc
