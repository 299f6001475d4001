#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/model_file.h"
#include "panarc/sentence.h"
#include "tag/tag_set.h"

namespace panarc {

/// Which tags words may have, by what the training data says of them: the form, together with the
/// column that was filled before, if there is one; or else that column alone. It never changes.
class TagDictionary {
 public:
  struct Options {
    /// A form must have occurred so often to be believed; 0: no form is.
    int fewest = 0;
    /// Of the occurrences of a form, the share that a tag must have.
    double share = 0;
  };

  TagDictionary() = default;
  /// Of the tags that the sentences have. UPOS is looked at for all other columns.
  TagDictionary(const TagSet& tags, std::span<const Sentence> sentences, const Options& options);

  /// The tags that a word may have; nothing: all. Without `by_form`, forms are not looked at.
  [[nodiscard]] std::span<const Tag> find(const Sentence& sentence, Node word, bool by_form) const;

  /// Throws Error if it makes no sense for so many tags.
  static TagDictionary load(const std::shared_ptr<const ModelFile>& file, const std::string& prefix,
                            const TagSet& tags);
  void save(ModelFileWriter& writer, const std::string& prefix) const;

 private:
  /// What is known by a key: tags from a place on.
  struct Entry {
    std::uint64_t key = 0;  // 0: none
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
  };

  [[nodiscard]] std::span<const Tag> find(std::uint64_t key) const;

  bool by_upos_ = false;
  std::shared_ptr<const void> storage_;  // of the two: arrays, or a file
  std::span<const Entry> entries_;       // as in hash_slots.h
  std::span<const Tag> tags_;
};

/// Which tags the words of a sentence may have: those of a dictionary, and of scripts only those
/// that apply to the form.
class TagCandidates {
 public:
  /// Of each word, the first being element 0; they are valid until the next call. Where there are
  /// none, the word may have any tag.
  void find(const TagSet& tags, const TagDictionary& dictionary, const Sentence& sentence,
            std::vector<std::span<const Tag>>& candidates);

 private:
  std::vector<std::vector<Tag>> applicable_;  // of each word, the scripts that apply to it
};

}  // namespace panarc
