#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace panarc {

/// All bytes of a file, unchanged. Throws Error if it cannot be read.
std::string read_file(const std::string& path);

/// A whole text, decompressed if it is compressed; `-` is standard input. Throws Error if it cannot
/// be read.
std::string read_text(const std::string& path);

/// Writes a file that appears whole or not at all.
void write_file(const std::string& path, std::string_view bytes);

/// A hash of bytes that is the same on all machines: XXH3 with 64 bits.
std::uint64_t content_hash(std::string_view bytes);

}  // namespace panarc
