#pragma once

#include <memory>
#include <string>

#include "io/byte_source.h"

namespace panarc {

/// The bytes of `source`, which are text in `encoding`, as UTF-8. `encoding` is a name that
/// iconv(3) knows, such as `ISO-8859-1`, `windows-1252` or `UTF-16`; if it is UTF-8, `source` is
/// given back as it is. `name` stands for the file in messages. Throws Error if the encoding is not
/// known; reading throws it, with the line, where a byte has no meaning in it, unless such bytes
/// are replaced: then each becomes U+FFFD, or as many as the shortest characters of the encoding
/// have.
std::unique_ptr<ByteSource> transcode(std::unique_ptr<ByteSource> source,
                                      const std::string& encoding, const std::string& name,
                                      bool replace_invalid = false);

}  // namespace panarc
