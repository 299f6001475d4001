#pragma once

#include <span>
#include <string_view>

namespace panarc {

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
