#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace panarc {

/// The treebank that is built in.
inline constexpr const char* kSampleTreebank = "sample";

/// The parts of a treebank: `train`, `dev`, `test`.
using TreebankParts = std::map<std::string, std::string>;

/// Finds the files of a treebank: in the folder DIRECTORY/NAME, the one whose name is
/// `train.conllu` or ends in `-train.conllu`, and so on; `.gz` and `.zst` may follow. Throws Error
/// if there is no such folder, or several such files; a part may be missing.
TreebankParts find_treebank(const std::string& directory, const std::string& name);

/// Writes the sample treebank into a folder, unless it is there.
void write_sample(const std::string& folder);
/// The paths that it has there.
TreebankParts sample_parts(const std::string& folder);

/// Hashes of contents, each computed once.
class ContentHashes {
 public:
  /// Of a file; of the sample treebank, as it is to be written.
  std::uint64_t of(const std::string& path);
  void add_sample(const std::string& folder);

 private:
  std::map<std::string, std::uint64_t> known_;
};

}  // namespace panarc
