#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "panarc/sentence.h"
#include "tag/lemma_script.h"
#include "tag/tagging_task.h"

namespace panarc {

/// The values of a column that a tagger fills, by number: those of UPOS, XPOS and FEATS are its
/// tags, those of LEMMA are the scripts that make lemmas of forms.
class TagSet {
 public:
  /// Throws Error if a value cannot stand in the column, or is there twice.
  TagSet(Field column, std::vector<std::string> values);
  /// All values that the sentences have, in alphabetical order; scripts that occur once are left
  /// out. Empty if the column is not in use.
  static TagSet of(Field column, std::span<const Sentence> sentences);

  [[nodiscard]] Field column() const { return column_; }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  [[nodiscard]] const std::vector<std::string>& values() const { return values_; }

  /// The tag of a word; nothing if it is not known, or not one of these.
  [[nodiscard]] std::optional<Tag> tag_of(const Sentence& sentence, Node word) const;
  /// Whether a word may have a tag: a script must apply to its form.
  [[nodiscard]] bool may_have(std::string_view form, Tag tag) const {
    return scripts_.empty() || scripts_[tag].applies_to(form);
  }
  void set(Sentence& sentence, Node word, Tag tag) const;

 private:
  Field column_;
  std::vector<std::string> values_;
  std::unordered_map<std::string, Tag> numbers_;
  std::vector<LemmaScript> scripts_;  // of LEMMA, by number
};

/// The columns that a tagger may fill, in the order in which it fills them.
std::span<const Field> tagged_columns();

}  // namespace panarc
