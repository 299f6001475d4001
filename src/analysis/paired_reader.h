#pragma once

#include <cstdint>

#include "panarc/treebank.h"

namespace panarc {

/// Throws Error, with a place in the system's sentence, unless the sentences have the same words.
/// `number` is their number in the treebanks.
void check_same_words(const Sentence& gold, const Sentence& system, std::uint64_t number);

/// The names of the two files of a pair in messages.
struct FileRoles {
  const char* gold = "gold";
  const char* system = "system";
};

/// Reads two treebanks with the same words in parallel, one sentence of each at a time. Multiword
/// tokens and empty nodes may differ.
class PairedReader {
 public:
  /// The readers must outlive it. They must not skip bad sentences, or they would get out of step.
  PairedReader(TreebankReader& gold, TreebankReader& system, FileRoles roles = {})
      : gold_reader_(gold), system_reader_(system), roles_(roles) {}

  /// Reads the next pair; false at the common end. Throws Error, with a place in the system's file,
  /// where sentences or words differ.
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
