#include "tag/tag_set.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <map>

#include "io/utf8.h"
#include "panarc/error.h"

namespace panarc {
namespace {

constexpr std::string_view kNoValue = "_";

/// The value of a word that is to be learnt; nothing if it is not known. Words without XPOS or
/// FEATS are known to have none.
std::optional<std::string> value_of(Field column, const Sentence& sentence, Node word) {
  const std::string_view value = sentence.field(word, column);
  if (column == Field::kXpos || column == Field::kFeats) return std::string(value);
  if (value == kNoValue) return std::nullopt;
  if (column != Field::kLemma) return std::string(value);
  return LemmaScript::between(sentence.form(word), value).text();
}

}  // namespace

std::span<const Field> tagged_columns() {
  static constexpr std::array kColumns{Field::kUpos, Field::kXpos, Field::kFeats, Field::kLemma};
  return kColumns;
}

TagSet::TagSet(Field column, std::vector<std::string> values)
    : column_(column), values_(std::move(values)) {
  if (values_.size() > std::numeric_limits<Tag>::max()) {
    throw Error(fmt::format("{} has {} values; a tagger can have {}", field_name(column),
                            values_.size(), std::numeric_limits<Tag>::max()));
  }
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const std::string& value = values_[i];
    if (value.empty() || value.find_first_of("\t\n\r") != std::string::npos ||
        !is_valid_utf8(value)) {
      throw Error(fmt::format("{} is no value of {}", in_quotes(value), field_name(column)));
    }
    if (!numbers_.emplace(value, static_cast<Tag>(i)).second) {
      throw Error(fmt::format("{} is there twice", in_quotes(value)));
    }
    if (column == Field::kLemma) scripts_.push_back(LemmaScript::parse(value));
  }
}

TagSet TagSet::of(Field column, std::span<const Sentence> sentences) {
  std::map<std::string, std::size_t> counts;
  for (const Sentence& sentence : sentences) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      if (const auto value = value_of(column, sentence, word)) ++counts[*value];
    }
  }
  const std::size_t fewest = column == Field::kLemma ? 2 : 1;
  std::vector<std::string> values;
  for (const auto& [value, count] : counts) {
    if (count >= fewest) values.push_back(value);
  }
  if (values.size() == 1 && values.front() == kNoValue) values.clear();
  return {column, std::move(values)};
}

std::optional<Tag> TagSet::tag_of(const Sentence& sentence, Node word) const {
  const auto value = value_of(column_, sentence, word);
  if (!value) return std::nullopt;
  const auto found = numbers_.find(*value);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

void TagSet::set(Sentence& sentence, Node word, Tag tag) const {
  if (column_ != Field::kLemma) return sentence.set(word, column_, values_[tag]);
  const std::string form(sentence.form(word));
  sentence.set(word, column_, may_have(form, tag) ? scripts_[tag].apply(form) : form);
}

}  // namespace panarc
