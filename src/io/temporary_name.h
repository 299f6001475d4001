#pragma once

#include <string>

namespace panarc {

/// The name of a file that must not outlive the process. For the length of its life the name stands
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

/// Removes the files of all names there are. May be called from a signal handler, and only by a
/// process that is about to end: what is being written is lost. The library never calls it.
void remove_temporary_files() noexcept;

}  // namespace panarc
