#include "io/file_kind.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <system_error>
#include <utility>

#include "io/byte_source.h"
#include "io/text.h"
#include "panarc/io.h"

namespace panarc {

namespace {

// Well-formed text begins with none of these.
constexpr std::pair<std::string_view, std::string_view> kProblems[] = {
    {kModelMagic, "is a model or checkpoint of panarc: expected text"},
    {"\x1F\x8B", "is compressed with gzip: expected text, or a name that ends in .gz"},
    {"\x28\xB5\x2F\xFD", "is compressed with zstd: expected text, or a name that ends in .zst"},
    {{"\xFF\xFE\0\0", 4}, "is in UTF-32: expected UTF-8, or --encoding UTF-32"},
    {{"\0\0\xFE\xFF", 4}, "is in UTF-32: expected UTF-8, or --encoding UTF-32"},
    {"\xFF\xFE", "is in UTF-16: expected UTF-8, or --encoding UTF-16"},
    {"\xFE\xFF", "is in UTF-16: expected UTF-8, or --encoding UTF-16"},
};

}  // namespace

std::string_view problem_of_beginning(std::string_view bytes) {
  for (const auto& [beginning, problem] : kProblems) {
    if (bytes.starts_with(beginning)) return problem;
  }
  return {};
}

bool begins_like_treebank(std::string_view bytes) {
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  constexpr std::ptrdiff_t kTabs = 9;
  for (const std::string_view line : Parts(bytes, '\n')) {
    if (!line.starts_with('#')) return std::ranges::count(line, '\t') == kTabs;
  }
  return false;
}

bool is_like_treebank(const std::string& path) {
  std::error_code failure;
  if (path == "-" || !std::filesystem::is_regular_file(path, failure)) return false;
  constexpr std::size_t kMostBytes = std::size_t{1} << 14;
  std::string bytes(kMostBytes, '\0');
  const std::unique_ptr<ByteSource> source = open_source(path);
  std::size_t size = 0;
  for (std::size_t count = 1; count > 0 && size < bytes.size(); size += count) {
    count = source->read(std::span(bytes).subspan(size));
  }
  bytes.resize(size);
  return begins_like_treebank(bytes);
}

}  // namespace panarc
