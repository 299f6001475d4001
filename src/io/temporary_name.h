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

}  // namespace panarc
