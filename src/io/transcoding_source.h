#pragma once

#include <memory>
#include <string>

#include "io/byte_source.h"

namespace panarc {

/// Converts the bytes of `source`, text in `encoding`, to UTF-8. `encoding` is a name that iconv(3)
/// knows, such as `ISO-8859-1`, `windows-1252` or `UTF-16`; if it is UTF-8, returns `source`
/// itself. `name` is used as the file name in messages. Throws Error if the encoding is unknown.
/// Reading throws Error, with the line, for an invalid byte; with `replace_invalid`, U+FFFD instead
/// replaces as many bytes as the shortest characters of the encoding have.
std::unique_ptr<ByteSource> transcode(std::unique_ptr<ByteSource> source,
                                      const std::string& encoding, const std::string& name,
                                      bool replace_invalid = false);

}  // namespace panarc
