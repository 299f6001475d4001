#include "io/embedded.h"

#include <fmt/format.h>

#include <algorithm>

#include "panarc/error.h"
#include "panarc/io.h"

namespace panarc {

std::string_view embedded_file(std::string_view name) {
  const std::span<const EmbeddedFile> files = embedded_files();
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const EmbeddedFile& file) { return file.name == name; });
  if (found == files.end()) throw Error(fmt::format("{} is not built into the program", name));
  return found->bytes;
}

std::string_view sample_treebank(std::string_view part) {
  return embedded_file(fmt::format("data/sample/{}.conllu", part));
}

}  // namespace panarc
