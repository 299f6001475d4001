#include "io/file_content.h"

#include <array>
#include <span>

#include "io/byte_source.h"
#include "io/file_descriptor.h"
#include "io/model_file.h"
#include "io/output_file.h"

namespace panarc {

namespace {

template <class Source>
std::string read_all(Source& source) {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  std::string bytes;
  std::array<char, kPiece> piece{};
  for (std::size_t size = source.read(piece); size > 0; size = source.read(piece)) {
    bytes.append(piece.data(), size);
  }
  return bytes;
}

}  // namespace

std::string read_file(const std::string& path) {
  FileDescriptor file = open_input(path);
  return read_all(file);
}

std::string read_text(const std::string& path) { return read_all(*open_source(path)); }

void write_file(const std::string& path, std::string_view bytes) {
  OutputFile file(path);
  file.write(bytes);
  file.commit();
}

std::uint64_t content_hash(std::string_view bytes) {
  return model_checksum(std::as_bytes(std::span(bytes)));
}

}  // namespace panarc
