#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace panarc {

/// More than any file that is read as a whole should have, and little enough for memory.
inline constexpr std::size_t kMostContent = std::size_t{1} << 30;

/// All bytes of a file, unchanged. Throws Error if it cannot be read, or has more than `most`.
std::string read_file(const std::string& path, std::size_t most = kMostContent);

/// A whole text, decompressed if it is compressed; `-` is standard input. Throws Error if it cannot
/// be read, or has more than `most` bytes.
std::string read_text(const std::string& path, std::size_t most);

/// Writes a file that appears whole or not at all.
void write_file(const std::string& path, std::string_view bytes);

/// A hash of bytes that is the same on all machines: XXH3 with 64 bits.
std::uint64_t content_hash(std::string_view bytes);

/// A file built into the program: its path in the repository and its bytes.
struct EmbeddedFile {
  std::string_view name;
  std::string_view bytes;
};

/// All embedded files: the sample treebank `data/sample/{train,dev,test}.conllu`, the feature
/// templates `data/features/*.txt` and `data/tagging/*.txt`, and the parts of pages, `data/page/*`.
std::span<const EmbeddedFile> embedded_files();

/// The bytes of the named file. Throws Error if there is none.
std::string_view embedded_file(std::string_view name);

}  // namespace panarc
