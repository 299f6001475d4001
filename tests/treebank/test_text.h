#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "panarc/treebank.h"

namespace panarc::test {

/// A word line with the given id, head and relation.
inline std::string word_line(std::string_view id, std::string_view head,
                             std::string_view relation = "dep") {
  return fmt::format("{}\tw{}\tw\tNOUN\tN\t_\t{}\t{}\t_\t_\n", id, id, head, relation);
}

/// A sentence with these heads, blank line included.
inline std::string sentence_text(std::span<const Node> heads) {
  std::string text;
  for (std::size_t word = 1; word < heads.size(); ++word) {
    const std::string head = heads[word] == kNoHead ? "_" : fmt::format("{}", heads[word]);
    text += word_line(fmt::format("{}", word), head, heads[word] == kRoot ? "root" : "dep");
  }
  return text + '\n';
}

/// What reading `text` and writing all of it gives.
inline std::string round_trip(std::string_view text, ReaderOptions options = {}) {
  TreebankReader reader = TreebankReader::from_text(text, "text", std::move(options));
  std::string out;
  Sentence sentence;
  while (reader.next(sentence)) sentence.append_to(out);
  out.append(reader.trailing());
  return out;
}

inline std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_bytes(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// A directory of its own that goes when the test ends.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = std::filesystem::temp_directory_path() / "panarc-test-XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  TemporaryDirectory(TemporaryDirectory&&) = delete;
  TemporaryDirectory& operator=(TemporaryDirectory&&) = delete;

  [[nodiscard]] std::string operator/(std::string_view name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// The treebanks to test with that are not part of the project: PANARC_TREEBANKS, or else
/// ../shared/treebanks beside the source directory.
inline std::vector<std::filesystem::path> shared_treebanks() {
  const char* variable = std::getenv("PANARC_TREEBANKS");
  const std::filesystem::path directory =
      variable != nullptr
          ? std::filesystem::path(variable)
          : std::filesystem::path(PANARC_SOURCE_DIR).parent_path() / "shared" / "treebanks";
  std::vector<std::filesystem::path> files;
  std::error_code failure;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory, failure)) {
    if (entry.path().extension() == ".conllu") files.push_back(entry.path());
  }
  return files;
}

inline constexpr const char* kNoTreebanks =
    "no treebanks: set PANARC_TREEBANKS to a directory with .conllu files";

}  // namespace panarc::test
