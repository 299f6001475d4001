#include "io/file_kind.h"

#include <utility>

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

}  // namespace panarc
