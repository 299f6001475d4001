#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/interface.h"

namespace panarc {

/// Where bytes go: a file, compressed or not, or standard output.
class ByteSink : public Interface {
 public:
  virtual void write(std::string_view bytes) = 0;

  /// Passes on what a compressor holds back.
  virtual void flush() = 0;

  /// Completes the file and gives it its name. If a sink for a regular file is destroyed before
  /// that, it leaves nothing behind.
  virtual void finish() = 0;
};

/// `-` is standard output; `.gz` and `.zst` are compressed. finish() moves a regular file, written
/// under another name, into place; its permissions stay, and a symbolic link is followed.
std::unique_ptr<ByteSink> open_sink(const std::string& path);

}  // namespace panarc
