#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/model_file.h"
#include "panarc/treebank.h"
#include "tag/tag_set.h"

namespace panarc {

/// Which tags words may have, according to the training data: looked up by form, together with UPOS
/// if that was filled before; or else by UPOS alone. Immutable.
class TagDictionary {
 public:
  struct Options {
    /// How often a form must occur to be trusted; 0: no form is.
    int fewest = 0;
    /// The share of the occurrences of a form that a tag must have.
    double share = 0;
  };

  TagDictionary() = default;
  /// Collects the tags in the sentences. All columns except UPOS are looked up with UPOS, if the
  /// sentences have any.
  TagDictionary(const TagSet& tags, std::span<const Sentence> sentences, const Options& options);

  /// The possible tags of a word; empty: all. Without `by_form`, forms are ignored.
  [[nodiscard]] std::span<const Tag> find(const Sentence& sentence, Node word, bool by_form) const;

  /// Throws Error if it is invalid for these tags.
  static TagDictionary load(const std::shared_ptr<const ModelFile>& file, const std::string& prefix,
                            const TagSet& tags);
  void save(ModelFileWriter& writer, const std::string& prefix) const;

 private:
  /// The tags for a key, as a range.
  struct Entry {
    std::uint64_t key = 0;  // 0: none
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
  };

  [[nodiscard]] std::span<const Tag> find(std::uint64_t key) const;

  bool by_upos_ = false;
  std::shared_ptr<const void> storage_;  // owns the memory of both: arrays, or a file
  std::span<const Entry> entries_;       // as in hash_slots.h
  std::span<const Tag> tags_;
};

/// Which tags the words of a sentence may have: those in a dictionary; for scripts, those of them
/// that apply to the form, or else all that do.
class TagCandidates {
 public:
  /// For each word, starting with element 0; valid until the next call. If there are none, the word
  /// may have any tag; of scripts, none applies to it.
  void find(const TagSet& tags, const TagDictionary& dictionary, const Sentence& sentence,
            std::vector<std::span<const Tag>>& candidates);

 private:
  std::vector<std::vector<Tag>> applicable_;  // for each word, the scripts that apply to it
};

}  // namespace panarc
