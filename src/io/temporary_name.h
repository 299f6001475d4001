#pragma once

#include <string>

namespace panarc {

/// The name of a file that must not outlive the process. While this object exists, the name is
/// where a signal handler can read it.
class TemporaryName {
 public:
  explicit TemporaryName(std::string path);
  ~TemporaryName();
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;
  TemporaryName(TemporaryName&&) = delete;
  TemporaryName& operator=(TemporaryName&&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  static constexpr int kNoSlot = -1;

  std::string path_;
  int slot_ = kNoSlot;
};

/// Removes the files of all existing names. May be called from a signal handler, but only in a
/// process that is about to end: what is being written is lost. The library never calls it.
void remove_temporary_files() noexcept;

}  // namespace panarc
