#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/file_descriptor.h"

namespace panarc {

/// The name of a file that must not outlive the process. While this object exists, the name is
/// where a signal handler can read it.
class TemporaryName {
 public:
  explicit TemporaryName(std::string path);
  ~TemporaryName();
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  static constexpr int kNoSlot = -1;

  std::string path_;
  int slot_ = kNoSlot;
};

/// A file that appears whole or not at all, even if the machine crashes: it is written under
/// another name in the same directory, and renamed by commit() once it is on disk. Pipes, devices
/// and standard output (`-`) are written directly.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes) { file_.write_all(bytes); }
  void commit();

  [[nodiscard]] const std::string& name() const { return file_.name(); }

 private:
  std::string target_;
  // No temporary name if the target is written directly, or after commit().
  std::optional<TemporaryName> temporary_;
  FileDescriptor file_;
};

}  // namespace panarc
