#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace panarc {

/// The built-in treebank.
inline constexpr const char* kSampleTreebank = "sample";

/// The parts of a treebank: `train`, `dev`, `test`.
using TreebankParts = std::map<std::string, std::string>;

/// Finds the files of a treebank: in the folder DIRECTORY/NAME, the one named `train.conllu` or
/// ending in `-train.conllu`, and so on; `.gz` and `.zst` may follow. Throws Error if there is no
/// such folder, or several such files; parts may be missing.
TreebankParts find_treebank(const std::string& directory, const std::string& name);

/// Writes the sample treebank to a folder, unless it is there.
void write_sample(const std::string& folder);
/// Where write_sample() puts the files of the sample treebank.
TreebankParts sample_parts(const std::string& folder);

/// Hashes of contents, each computed once.
class ContentHashes {
 public:
  /// The hash of a file; for the sample treebank, of what will be written.
  std::uint64_t of(const std::string& path);
  void add_sample(const std::string& folder);

 private:
  std::map<std::string, std::uint64_t> known_;
};

}  // namespace panarc
