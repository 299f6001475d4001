#pragma once

#include <span>
#include <string_view>

namespace panarc {

/// A file that was built into the program: its path in the repository and its bytes.
struct EmbeddedFile {
  std::string_view name;
  std::string_view bytes;
};

/// All of them: the sample treebank `data/sample/{train,dev,test}.conllu` and the feature templates
/// `data/features/*.txt`.
std::span<const EmbeddedFile> embedded_files();

}  // namespace panarc
