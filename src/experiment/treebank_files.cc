#include "experiment/plan.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string_view>

#include "io/file_content.h"
#include "panarc/error.h"

namespace panarc {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kParts{"train", "dev", "test"};

/// Whether a file name is that of a part of a treebank.
bool is_part(std::string name, std::string_view part) {
  for (const std::string_view end : {".gz", ".zst"}) {
    if (name.ends_with(end)) name.resize(name.size() - end.size());
  }
  const std::string plain = fmt::format("{}.conllu", part);
  return name == plain || name.ends_with("-" + plain);
}

}  // namespace

TreebankParts find_treebank(const std::string& directory, const std::string& name) {
  const fs::path folder = fs::path(directory) / name;
  std::error_code failure;
  if (!fs::is_directory(folder, failure)) {
    throw Error({folder.string(), 0, 0},
                "there is no such folder, expected a treebank with train.conllu, dev.conllu and "
                "test.conllu");
  }
  TreebankParts parts;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string file = entry.path().filename().string();
    for (const std::string_view part : kParts) {
      if (!is_part(file, part)) continue;
      const auto [other, added] = parts.emplace(part, entry.path().string());
      if (added) continue;
      throw Error({folder.string(), 0, 0},
                  fmt::format("found {} and {}, expected one file for {}",
                              fs::path(other->second).filename().string(), file, part));
    }
  }
  return parts;
}

std::string_view sample_bytes(std::string_view part) {
  return embedded_file(fmt::format("data/sample/{}.conllu", part));
}

TreebankParts sample_parts(const std::string& folder) {
  TreebankParts parts;
  for (const std::string_view part : kParts) {
    parts[std::string(part)] = (fs::path(folder) / fmt::format("{}.conllu", part)).string();
  }
  return parts;
}

void write_sample(const std::string& folder) {
  fs::create_directories(folder);
  for (const auto& [part, path] : sample_parts(folder)) {
    const std::string_view bytes = sample_bytes(part);
    if (!fs::exists(path) || read_file(path) != bytes) write_file(path, bytes);
  }
}

}  // namespace panarc
