#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/interface.h"

namespace panarc {

/// Where bytes come from: a file, compressed or not, standard input, or memory.
class ByteSource : public Interface {
 public:
  /// Puts at least one byte into `to` and returns how many, or 0 at the end. Throws Error.
  virtual std::size_t read(std::span<char> to) = 0;

  /// Whether read() would have to wait for the other end of a pipe.
  [[nodiscard]] virtual bool would_wait() const { return false; }
};

enum class Compression { kNone, kGzip, kZstandard };

/// The compression that the extension of a file says: `.gz`, `.zst`.
Compression compression_of(std::string_view path);

/// `-` is standard input. Throws Error if the file cannot be opened or is a directory.
std::unique_ptr<ByteSource> open_source(const std::string& path);

/// Does not copy: `bytes` must outlive it.
std::unique_ptr<ByteSource> memory_source(std::string_view bytes);

/// Converts the bytes of `source`, text in `encoding`, to UTF-8. `encoding` is a name that iconv(3)
/// knows, such as `ISO-8859-1`, `windows-1252` or `UTF-16`; if it is UTF-8, returns `source`
/// itself. `name` is used as the file name in messages. Throws Error if the encoding is unknown.
/// Reading throws Error, with the line, for an invalid byte; with `replace_invalid`, U+FFFD instead
/// replaces as many bytes as the shortest characters of the encoding have.
std::unique_ptr<ByteSource> transcode(std::unique_ptr<ByteSource> source,
                                      const std::string& encoding, const std::string& name,
                                      bool replace_invalid = false);

}  // namespace panarc
