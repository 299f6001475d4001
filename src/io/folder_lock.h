#pragma once

#include <string>

#include "io/file_descriptor.h"

namespace panarc {

/// The right to write into a folder, which one process at a time has. Its children may share it:
/// then it ends with the last of them.
class FolderLock {
 public:
  /// Waits a moment for a process that is about to end. Throws Error if another has the lock.
  explicit FolderLock(const std::string& folder);

  [[nodiscard]] int descriptor() const { return file_.get(); }

 private:
  FileDescriptor file_;
};

}  // namespace panarc
