#include "io/file_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "io/byte_source.h"
#include "io/file_descriptor.h"
#include "io/model_file.h"
#include "io/output_file.h"
#include "panarc/error.h"
#include "panarc/io.h"

namespace panarc {
namespace {

template <class Source>
std::string read_all(Source& source, const std::string& path, std::size_t most) {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  std::string bytes;
  std::array<char, kPiece> piece{};
  for (std::size_t size = source.read(piece); size > 0; size = source.read(piece)) {
    if (size > most - bytes.size()) {
      throw Error({path == "-" ? "<stdin>" : path, 0, 0},
                  fmt::format("found more than {} bytes, expected fewer", most));
    }
    bytes.append(piece.data(), size);
  }
  return bytes;
}

}  // namespace

std::string read_file(const std::string& path, std::size_t most) {
  FileDescriptor file = open_input(path);
  return read_all(file, path, most);
}

std::string read_text(const std::string& path, std::size_t most) {
  return read_all(*open_source(path), path, most);
}

void write_file(const std::string& path, std::string_view bytes) {
  OutputFile file(path);
  file.write(bytes);
  file.commit();
}

std::uint64_t content_hash(std::string_view bytes) {
  return model_checksum(std::as_bytes(std::span(bytes)));
}

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
