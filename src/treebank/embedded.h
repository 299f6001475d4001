#pragma once

#include <span>
#include <string_view>

namespace panarc {

/// A file that was built into the program: its path in the repository and its bytes.
struct EmbeddedFile {
  std::string_view name;
  std::string_view bytes;
};

/// All of them; the sample treebank is `data/sample/{train,dev,test}.conllu`.
std::span<const EmbeddedFile> embedded_files();

}  // namespace panarc
