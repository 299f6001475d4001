#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/file_descriptor.h"
#include "io/temporary_name.h"

namespace panarc {

/// A file that appears whole or not at all, even if the machine crashes: it is written under
/// another name in the same directory, and renamed by commit() once it is on disk. Pipes, devices
/// and standard output (`-`) are written directly.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  OutputFile(OutputFile&&) = delete;
  OutputFile& operator=(OutputFile&&) = delete;

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
