#include "io/file_content.h"

#include <array>
#include <span>

#include "io/file_descriptor.h"
#include "io/model_file.h"
#include "io/output_file.h"

namespace panarc {

std::string read_file(const std::string& path) {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  FileDescriptor file = open_input(path);
  std::string bytes;
  std::array<char, kPiece> piece{};
  for (std::size_t size = file.read(piece); size > 0; size = file.read(piece)) {
    bytes.append(piece.data(), size);
  }
  return bytes;
}

void write_file(const std::string& path, std::string_view bytes) {
  OutputFile file(path);
  file.write(bytes);
  file.commit();
}

std::uint64_t content_hash(std::string_view bytes) {
  return model_checksum(std::as_bytes(std::span(bytes)));
}

}  // namespace panarc
