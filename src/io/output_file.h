#pragma once

#include <string>
#include <string_view>

#include "io/file_descriptor.h"

namespace panarc {

/// A file that appears whole or not at all: written under another name in the same directory, and
/// renamed by commit(). Pipes, devices and standard output (`-`) are written directly.
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
  std::string temporary_;  // empty where the target is written directly, or after commit()
  FileDescriptor file_;
};

}  // namespace panarc
