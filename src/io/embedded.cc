#include "io/embedded.h"

#include <fmt/format.h>

#include <algorithm>

#include "panarc/error.h"

namespace panarc {

std::string_view embedded_file(std::string_view name) {
  const std::span<const EmbeddedFile> files = embedded_files();
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const EmbeddedFile& file) { return file.name == name; });
  if (found == files.end()) throw Error(fmt::format("{} is not built into the program", name));
  return found->bytes;
}

}  // namespace panarc
