#include "tag/tag_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "io/text.h"
#include "io/utf8.h"
#include "panarc/error.h"

namespace panarc {
namespace {

constexpr std::string_view kNoValue = "_";
constexpr char kBetween = '\t';
constexpr std::size_t kMostNumbers = std::numeric_limits<Tag>::max();

/// The value of a word to be learnt; nothing if it is unknown. Words without XPOS or FEATS are
/// known to have none.
std::optional<std::string> value_of(Field column, const Sentence& sentence, Node word) {
  const std::string_view value = sentence.field(word, column);
  if (column == Field::kXpos || column == Field::kFeats) return std::string(value);
  if (value == kNoValue) return std::nullopt;
  if (column != Field::kLemma) return std::string(value);
  return LemmaScript::between(sentence.form(word), value).text();
}

std::optional<std::string> text_of(std::span<const Field> columns, const Sentence& sentence,
                                   Node word) {
  std::string text;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto value = value_of(columns[i], sentence, word);
    if (!value) return std::nullopt;
    if (i > 0) text += kBetween;
    text += *value;
  }
  return text;
}

/// Keeps only the most frequent tags, as many as there are numbers; if several are equal, the first
/// ones. They are in alphabetical order before and after.
void keep_most_frequent(std::vector<std::string>& tags,
                        const std::map<std::string, std::size_t>& counts) {
  if (tags.size() <= kMostNumbers) return;
  std::ranges::stable_sort(tags, std::ranges::greater(),
                           [&](const std::string& tag) { return counts.at(tag); });
  tags.resize(kMostNumbers);
  std::ranges::sort(tags);
}

}  // namespace

TagSet::TagSet(std::vector<Field> columns, std::vector<std::string> tags)
    : columns_(std::move(columns)), tags_(std::move(tags)) {
  if (tags_.size() > kMostNumbers) {
    throw Error(fmt::format("found {} tags, expected at most {}", tags_.size(), kMostNumbers));
  }
  for (std::size_t i = 0; i < tags_.size(); ++i) {
    const std::string& tag = tags_[i];
    const std::vector<std::string_view> values = split(tag, kBetween);
    const bool whole = values.size() == columns_.size() &&
                       std::ranges::none_of(values, [](auto value) { return value.empty(); });
    if (!whole || tag.find_first_of("\n\r") != std::string::npos || !is_valid_utf8(tag)) {
      throw Error(fmt::format("{} cannot be a tag", in_quotes(tag)));
    }
    if (!numbers_.emplace(tag, static_cast<Tag>(i)).second) {
      throw Error(fmt::format("the tag {} occurs twice", in_quotes(tag)));
    }
    if (has(Field::kLemma)) scripts_.push_back(LemmaScript::parse(tag));
  }
  add_parts();
}

void TagSet::add_parts() {
  std::map<std::string, Tag> numbers;
  const auto number_of = [&](const std::string& part) {
    return numbers.emplace(part, static_cast<Tag>(numbers.size())).first->second;
  };
  part_begins_.push_back(0);
  for (const std::string& tag : tags_) {
    std::vector<Tag> parts;
    const std::vector<std::string_view> values = split(tag, kBetween);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      parts.push_back(number_of(fmt::format("{}\t{}", i, values[i])));
      if (columns_[i] != Field::kFeats) continue;
      for (const std::string_view feature : split(values[i], '|')) {
        parts.push_back(number_of(fmt::format("{}\tfeature\t{}", i, feature)));
      }
    }
    std::ranges::sort(parts);
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    parts_.insert(parts_.end(), parts.begin(), parts.end());
    part_begins_.push_back(static_cast<std::uint32_t>(parts_.size()));
  }
  // Values of columns and features are numbered like tags.
  if (numbers.size() > kMostNumbers) {
    throw Error(fmt::format("found {} values of columns and features, expected at most {}",
                            numbers.size(), kMostNumbers));
  }
  part_count_ = numbers.size();
}

TagSet TagSet::of(std::span<const Field> columns, std::span<const Sentence> sentences) {
  const std::vector<Field> used = columns_in_use(columns, sentences);
  if (used.empty()) return {used, {}};
  std::map<std::string, std::size_t> counts;
  for (const Sentence& sentence : sentences) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      if (const auto tag = text_of(used, sentence, word)) ++counts[*tag];
    }
  }
  const bool scripts = std::ranges::find(used, Field::kLemma) != used.end();
  const std::size_t fewest = scripts ? 2 : 1;
  std::vector<std::string> tags;
  for (const auto& [tag, count] : counts) {
    if (count >= fewest) tags.push_back(tag);
  }
  if (scripts) keep_most_frequent(tags, counts);
  return {std::move(used), std::move(tags)};
}

bool TagSet::has(Field column) const {
  return std::ranges::find(columns_, column) != columns_.end();
}

std::optional<Tag> TagSet::tag_of(const Sentence& sentence, Node word) const {
  const auto tag = text_of(columns_, sentence, word);
  if (!tag) return std::nullopt;
  const auto found = numbers_.find(*tag);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

bool is_in_use(Field column, std::span<const Sentence> sentences) {
  return std::ranges::any_of(sentences, [&](const Sentence& sentence) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      if (sentence.field(word, column) != kNoValue) return true;
    }
    return false;
  });
}

std::vector<Field> columns_in_use(std::span<const Field> columns,
                                  std::span<const Sentence> sentences) {
  std::vector<Field> used;
  std::ranges::copy_if(columns, std::back_inserter(used),
                       [&](Field column) { return is_in_use(column, sentences); });
  return used;
}

void throw_no_tags() {
  throw Error(
      "there are no tags to learn from: expected UPOS, XPOS or FEATS, or lemmas that are made from "
      "their forms in the same way as others");
}

void TagSet::set(Sentence& sentence, Node word, Tag tag) const {
  if (!scripts_.empty()) {
    const std::string form(sentence.form(word));
    sentence.set(word, Field::kLemma, may_have(form, tag) ? scripts_[tag].apply(form) : form);
    return;
  }
  const std::vector<std::string_view> values = split(tags_[tag], kBetween);
  for (std::size_t i = 0; i < columns_.size(); ++i) sentence.set(word, columns_[i], values[i]);
}

}  // namespace panarc
