#include "io/output_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <string_view>
#include <system_error>
#include <utility>

#include "io/utf8.h"
#include "panarc/error.h"
#include "panarc/io.h"

namespace panarc {
namespace {

// The target of the rename: a link stays a link, and what it points to is replaced, or created if
// missing.
std::string resolve_links(const std::string& path) {
  constexpr int kMostLinks = 40;  // as in the system
  std::error_code failure;
  std::filesystem::path target = path;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(target, failure); ++i) {
    const std::filesystem::path next = std::filesystem::read_symlink(target, failure);
    if (failure) return path;
    target = target.parent_path() / next;
  }
  const std::filesystem::path resolved = std::filesystem::weakly_canonical(target, failure);
  return failure ? path : resolved.string();
}

// The type and permissions of the file at a path; nothing if there is none yet.
std::optional<mode_t> mode_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return status.st_mode;
  if (errno != ENOENT) throw_system_error(path, "open for writing");
  return std::nullopt;
}

constexpr std::string_view kLetters =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::size_t kRandomLetters = 6;

// What the names of temporary files beside `target` begin with. Nobody else gives a file such a
// name.
std::string beginning_beside(const std::string& target) {
  constexpr std::string_view kMark = ".panarc-";
  constexpr std::size_t kLongestName = 255 - kMark.size() - kRandomLetters;
  const std::size_t name = target.rfind('/') + 1;  // npos + 1 is 0
  std::size_t end = std::min(target.size(), name + kLongestName);
  while (end < target.size() && end > name && is_continuation(target[end])) --end;
  return target.substr(0, end).append(kMark);
}

// A name beside `target` that nobody else will use.
std::string name_beside(const std::string& target) {
  std::string result = beginning_beside(target);
  std::random_device random;
  std::uniform_int_distribution<std::size_t> letter(0, kLetters.size() - 1);
  for (std::size_t i = 0; i < kRandomLetters; ++i) result += kLetters[letter(random)];
  return result;
}

bool is_name_beside(std::string_view name, std::string_view beginning) {
  return name.starts_with(beginning) && name.size() == beginning.size() + kRandomLetters &&
         name.find_first_not_of(kLetters, beginning.size()) == std::string_view::npos;
}

// A file that is being written is locked. The system releases the lock when the process ends, even
// if it is killed. (A process number in the name would not do: by now it may be that of another
// process, or of one on another machine.) Returns false if the file has been taken for an abandoned
// one just before.
bool lock(int descriptor) {
  // Where files cannot be locked, abandoned ones are not recognised.
  static_cast<void>(::flock(descriptor, LOCK_EX));
  struct stat status {};
  return ::fstat(descriptor, &status) != 0 || status.st_nlink > 0;
}

void remove_if_abandoned(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  const FileDescriptor file(descriptor, path);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
}

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
}

// Creates a file beside `target`, with permissions according to the umask, or `permissions`.
FileDescriptor create_beside(const std::string& target, const std::string& path,
                             std::optional<mode_t> permissions,
                             std::optional<TemporaryName>& temporary) {
  constexpr mode_t kEverybody = 0666;
  constexpr mode_t kOwnerOnly = 0600;
  int descriptor = -1;
  for (int attempts = 100; descriptor < 0 && attempts > 0; --attempts) {
    // The name comes first, so that a signal between the two cannot leave the file behind.
    temporary.emplace(name_beside(target));
    descriptor = ::open(temporary->path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                        permissions ? kOwnerOnly : kEverybody);
    if (descriptor < 0 && errno != EEXIST) break;
    if (descriptor >= 0 && !lock(descriptor)) ::close(std::exchange(descriptor, -1));
  }
  if (descriptor < 0) {
    const int reason = errno;
    temporary.reset();
    errno = reason;
    throw_system_error(path, "open for writing");
  }
  FileDescriptor file(descriptor, path);
  if (permissions && ::fchmod(descriptor, *permissions) != 0) {
    const int reason = errno;
    ::unlink(temporary->path().c_str());
    errno = reason;
    throw_system_error(path, "set the permissions");
  }
  return file;
}

FileDescriptor open_output(const std::string& path, const std::string& target,
                           std::optional<TemporaryName>& temporary) {
  if (path == "-") return duplicate(STDOUT_FILENO, "<stdout>");
  const std::optional<mode_t> mode = mode_of(path);
  if (mode && S_ISDIR(*mode)) throw Error({path, 0, 0}, "is a directory: expected a file");
  if (mode && !S_ISREG(*mode)) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) throw_system_error(path, "open for writing");
    return {descriptor, path};
  }
  // Replacing needs only a writable directory, but a read-only file should stay.
  if (mode && ::access(target.c_str(), W_OK) != 0) throw_system_error(path, "open for writing");
  constexpr mode_t kPermissions = 0777;
  const auto permissions = mode ? std::optional<mode_t>(*mode & kPermissions) : std::nullopt;
  remove_abandoned_files(path);
  return create_beside(target, path, permissions, temporary);
}

// Without this, a file could lose its new name if the machine crashes.
void sync_directory_of(const std::string& target, const std::string& path) {
  const int descriptor = ::open(directory_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // A directory may be writable but not readable; then leave it to the system.
  if (descriptor >= 0) FileDescriptor(descriptor, path).sync();
}

enum class SlotState { kFree, kBeingFilled, kUsed, kBeingRemoved };

// A handler may interrupt anything, so it can neither lock nor follow a pointer that another thread
// may free: names are copied to static memory, and whoever changes the state of a slot owns it
// until the next change.
struct Slot {
  std::atomic<SlotState> state = SlotState::kFree;
  std::array<char, 4096> path{};

  bool change(SlotState from, SlotState to) noexcept {
    return state.compare_exchange_strong(from, to);
  }
};
static_assert(std::atomic<SlotState>::is_always_lock_free);

// A process writes a file or two at a time. A file without a slot is left behind if a signal comes.
std::array<Slot, 16> slots;

}  // namespace

OutputFile::OutputFile(const std::string& path)
    : target_(resolve_links(path)), file_(open_output(path, target_, temporary_)) {}

OutputFile::~OutputFile() {
  if (temporary_) ::unlink(temporary_->path().c_str());
}

void OutputFile::commit() {
  if (!temporary_) return file_.close();
  file_.sync();
  // Closing it would release the lock, so it gets its name first; it is on disk.
  if (std::rename(temporary_->path().c_str(), target_.c_str()) != 0) {
    throw_system_error(file_.name(), "put the finished file in place");
  }
  temporary_.reset();
  file_.close();
  sync_directory_of(target_, file_.name());
}

void remove_abandoned_files(const std::string& path) {
  namespace fs = std::filesystem;
  const std::string beginning = beginning_beside(resolve_links(path));
  std::error_code failure;
  for (fs::directory_iterator entry(directory_of(beginning), failure), end; entry != end;
       entry.increment(failure)) {
    const std::string name = entry->path().filename();
    const std::string_view wanted = std::string_view(beginning).substr(beginning.rfind('/') + 1);
    if (is_name_beside(name, wanted)) remove_if_abandoned(entry->path());
  }
}

TemporaryName::TemporaryName(std::string path) : path_(std::move(path)) {
  if (path_.size() >= slots.front().path.size()) return;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (!slots[i].change(SlotState::kFree, SlotState::kBeingFilled)) continue;
    std::memcpy(slots[i].path.data(), path_.c_str(), path_.size() + 1);
    slots[i].state = SlotState::kUsed;
    slot_ = static_cast<int>(i);
    return;
  }
}

TemporaryName::~TemporaryName() {
  // If the handler owns it, the process is about to end.
  if (slot_ != kNoSlot) {
    slots[static_cast<std::size_t>(slot_)].change(SlotState::kUsed, SlotState::kFree);
  }
}

void remove_temporary_files() noexcept {
  for (Slot& slot : slots) {
    if (slot.change(SlotState::kUsed, SlotState::kBeingRemoved)) ::unlink(slot.path.data());
  }
}

}  // namespace panarc
