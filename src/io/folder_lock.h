#pragma once

#include <string>

#include "io/file_descriptor.h"

namespace panarc {

/// The right to write to a folder, held by one process at a time. Its children may share it: then
/// it lasts until the last of them ends.
class FolderLock {
 public:
  /// Waits a moment for a process that is about to end. Throws Error if another has the lock.
  explicit FolderLock(const std::string& folder);

  [[nodiscard]] int descriptor() const { return file_.get(); }

 private:
  FileDescriptor file_;
};

}  // namespace panarc
