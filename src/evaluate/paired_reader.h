#pragma once

#include <cstdint>

#include "panarc/treebank.h"

namespace panarc {

/// Throws Error, with a place in the system's sentence, unless two sentences have the same words.
/// They are number `number` of their treebanks.
void check_same_words(const Sentence& gold, const Sentence& system, std::uint64_t number);

/// What messages call the two files of a pair.
struct FileRoles {
  const char* gold = "gold";
  const char* system = "system";
};

/// Reads two treebanks with the same words in step, one sentence of each at a time. Multiword
/// tokens and empty nodes need not agree.
class PairedReader {
 public:
  /// The readers must outlive it. They must not skip bad sentences, or the steps would be lost.
  PairedReader(TreebankReader& gold, TreebankReader& system, FileRoles roles = {})
      : gold_reader_(gold), system_reader_(system), roles_(roles) {}

  /// Reads the next pair; false at the common end. Throws Error, with a place in the system's
  /// file, where sentences or words differ.
  bool next();

  [[nodiscard]] const Sentence& gold() const { return gold_; }
  [[nodiscard]] const Sentence& system() const { return system_; }

 private:
  TreebankReader& gold_reader_;
  TreebankReader& system_reader_;
  FileRoles roles_;
  Sentence gold_;
  Sentence system_;
  std::uint64_t pairs_ = 0;
};

}  // namespace panarc
