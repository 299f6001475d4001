#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "panarc/treebank.h"
#include "tag/lemma_script.h"
#include "tag/tagging_task.h"

namespace panarc {

/// The columns that a tagger can fill, in the order in which it does.
inline constexpr std::array kTaggedColumns{Field::kUpos, Field::kXpos, Field::kFeats,
                                           Field::kLemma};

/// The numbered tags that a tagger chooses from. A tag combines the values of some columns of a
/// word, such as `NOUN`, `NN` and `Case=Nom|Number=Sing`. For LEMMA, it is the script that makes
/// it.
///
/// Tags have parts, which they share with others: the value of each column, and of each feature in
/// FEATS. What is learnt about a part applies to all tags that have it.
class TagSet {
 public:
  /// Each tag has a tab-separated value for each column. Throws Error if a value is not allowed in
  /// its column, if a tag occurs twice, or if there are more than 65,535 tags or parts.
  TagSet(std::vector<Field> columns, std::vector<std::string> tags);
  /// All tags in the sentences, in alphabetical order. Scripts that occur only once are left out
  /// and, if there are too many to number, so are the rarest. Unused columns are left out, too;
  /// empty if all are.
  static TagSet of(std::span<const Field> columns, std::span<const Sentence> sentences);

  [[nodiscard]] const std::vector<Field>& columns() const { return columns_; }
  [[nodiscard]] bool has(Field column) const;
  [[nodiscard]] std::size_t size() const { return tags_.size(); }
  [[nodiscard]] const std::vector<std::string>& tags() const { return tags_; }

  /// The parts of a tag, by number, in ascending order; and the number of parts of all tags.
  [[nodiscard]] std::span<const Tag> parts(Tag tag) const {
    return std::span(parts_).subspan(part_begins_[tag], part_begins_[tag + 1] - part_begins_[tag]);
  }
  [[nodiscard]] std::size_t part_count() const { return part_count_; }
  /// Whether no tag has more than one part, so that they have the same numbers.
  [[nodiscard]] bool are_parts() const { return parts_.size() == tags_.size(); }

  /// The tag of a word; nothing if it is unknown, or not in the set.
  [[nodiscard]] std::optional<Tag> tag_of(const Sentence& sentence, Node word) const;
  /// Whether a word may have a tag: a script must apply to its form.
  [[nodiscard]] bool may_have(std::string_view form, Tag tag) const {
    return scripts_.empty() || scripts_[tag].applies_to(form);
  }
  /// Sets all columns of a word.
  void set(Sentence& sentence, Node word, Tag tag) const;

 private:
  void add_parts();

  std::vector<Field> columns_;
  std::vector<std::string> tags_;
  std::unordered_map<std::string, Tag> numbers_;
  std::vector<LemmaScript> scripts_;  // of LEMMA, by number
  std::vector<std::uint32_t> part_begins_;
  std::vector<Tag> parts_;
  std::size_t part_count_ = 0;
};

/// Whether a column of any word has a value.
bool is_in_use(Field column, std::span<const Sentence> sentences);
/// The columns that are in use.
std::vector<Field> columns_in_use(std::span<const Field> columns,
                                  std::span<const Sentence> sentences);

/// Complains of training data with nothing to learn.
[[noreturn]] void throw_no_tags();

}  // namespace panarc
