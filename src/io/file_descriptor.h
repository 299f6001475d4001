#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace panarc {

/// An open file descriptor, closed on destruction. Failures throw Error with the name of the file
/// and the system's reason.
class FileDescriptor {
 public:
  /// Takes over `descriptor`; `name` is for messages.
  FileDescriptor(int descriptor, std::string name)
      : descriptor_(descriptor), name_(std::move(name)) {}
  ~FileDescriptor();
  FileDescriptor(FileDescriptor&& other) noexcept;
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  [[nodiscard]] int get() const { return descriptor_; }
  [[nodiscard]] const std::string& name() const { return name_; }

  /// Reads what is available; 0 at the end.
  std::size_t read(std::span<char> to);
  /// Whether there is nothing to read yet.
  [[nodiscard]] bool would_wait() const;
  void write_all(std::span<const char> bytes);

  /// Waits until what was written is on disk.
  void sync();

  /// Closes it and reports write errors.
  void close();

 private:
  int descriptor_;
  std::string name_;
};

/// A copy of a descriptor, so that closing it leaves the original to the rest of the program.
FileDescriptor duplicate(int descriptor, std::string name);

/// Opens a file for reading; `-` is standard input. Throws Error if it cannot be opened or is a
/// directory.
FileDescriptor open_input(const std::string& path);

/// Throws "cannot ACTION: reason" for the last failed system call.
[[noreturn]] void throw_system_error(const std::string& file, const std::string& action);

}  // namespace panarc
