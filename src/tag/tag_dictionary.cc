#include "tag/tag_dictionary.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>

#include "base/hash.h"
#include "feature/encoder.h"
#include "feature/hash_slots.h"
#include "panarc/error.h"

namespace panarc {
namespace {

constexpr const char* kDictionarySection = "dictionary";
constexpr const char* kDictionaryTagsSection = "dictionary.tags";
constexpr const char* kDictionaryKeysSection = "dictionary.keys";
constexpr std::uint8_t kForms = 0;
constexpr std::uint8_t kFormsAndUpos = 1;

/// A key of the dictionary, which is never 0.
std::uint64_t key_of(std::string_view form, std::string_view upos) {
  const std::uint64_t of_form = form.empty() ? 0 : word_hash(Attribute::kForm, form);
  return mix_bits(of_form + mix_bits(word_hash(Attribute::kUpos, upos))) | 1U;
}

using Counts = std::map<Tag, std::size_t>;

std::vector<Tag> frequent(const Counts& counts, double share) {
  std::size_t all = 0;
  for (const auto& [tag, count] : counts) all += count;
  std::vector<Tag> tags;
  for (const auto& [tag, count] : counts) {
    if (static_cast<double>(count) >= share * static_cast<double>(all)) tags.push_back(tag);
  }
  return tags;
}

}  // namespace

TagDictionary::TagDictionary(const TagSet& tags, std::span<const Sentence> sentences,
                             const Options& options)
    : by_upos_(!tags.has(Field::kUpos) && is_in_use(Field::kUpos, sentences)) {
  std::map<std::uint64_t, Counts> by_form;
  std::map<std::uint64_t, Counts> by_upos;
  for (const Sentence& sentence : sentences) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      const auto tag = tags.tag_of(sentence, word);
      if (!tag) continue;
      const std::string_view upos = by_upos_ ? sentence.upos(word) : "";
      ++by_form[key_of(sentence.form(word), upos)][*tag];
      if (by_upos_) ++by_upos[key_of("", upos)][*tag];
    }
  }
  std::map<std::uint64_t, std::vector<Tag>> entries;
  for (const auto& [key, counts] : by_upos) entries[key] = frequent(counts, 0);
  for (const auto& [key, counts] : by_form) {
    std::size_t all = 0;
    for (const auto& [tag, count] : counts) all += count;
    if (options.fewest == 0 || all < static_cast<std::size_t>(options.fewest)) continue;
    std::vector<Tag> found = frequent(counts, options.share);
    if (!found.empty()) entries[key] = std::move(found);
  }
  struct Arrays {
    std::vector<Entry> entries;
    std::vector<Tag> tags;
  };
  auto arrays = std::make_shared<Arrays>();
  arrays->entries.resize(std::bit_ceil(2 * entries.size() + 2));
  entries_ = arrays->entries;
  for (const auto& [key, found] : entries) {
    arrays->entries[find_slot(entries_, key, &Entry::key)] = {
        key, static_cast<std::uint32_t>(arrays->tags.size()),
        static_cast<std::uint32_t>(found.size())};
    arrays->tags.insert(arrays->tags.end(), found.begin(), found.end());
  }
  tags_ = arrays->tags;
  storage_ = std::move(arrays);
}

std::span<const Tag> TagDictionary::find(std::uint64_t key) const {
  if (entries_.empty()) return {};
  const Entry& entry = entries_[find_slot(entries_, key, &Entry::key)];
  return tags_.subspan(entry.begin, entry.count);
}

std::span<const Tag> TagDictionary::find(const Sentence& sentence, Node word, bool by_form) const {
  const std::string_view upos = by_upos_ ? sentence.upos(word) : "";
  if (by_form) {
    const std::span<const Tag> found = find(key_of(sentence.form(word), upos));
    if (!found.empty()) return found;
  }
  return by_upos_ ? find(key_of("", upos)) : std::span<const Tag>();
}

TagDictionary TagDictionary::load(const std::shared_ptr<const ModelFile>& file,
                                  const std::string& prefix, const TagSet& tags) {
  TagDictionary dictionary;
  SectionReader keys = file->reader(prefix + kDictionaryKeysSection);
  const auto kind = keys.read<std::uint8_t>();
  keys.finish();
  dictionary.by_upos_ = kind == kFormsAndUpos;
  dictionary.storage_ = file;
  dictionary.entries_ = file->array<Entry>(prefix + kDictionarySection);
  dictionary.tags_ = file->array<Tag>(prefix + kDictionaryTagsSection);
  const std::size_t size = dictionary.tags_.size();
  const bool slots =
      can_be_slots(dictionary.entries_.size(), count_taken_slots(dictionary.entries_, &Entry::key));
  const bool entries = std::ranges::all_of(dictionary.entries_, [&](const Entry& entry) {
    return entry.begin <= size && entry.count <= size - entry.begin;
  });
  const bool values =
      std::ranges::all_of(dictionary.tags_, [&](Tag tag) { return tag < tags.size(); });
  // UPOS cannot be looked up before it is filled.
  const bool known_kind = kind == kForms || (kind == kFormsAndUpos && !tags.has(Field::kUpos));
  if (!slots || !entries || !values || !known_kind) {
    throw Error({file->name(), 0, 0}, "the dictionary of tags is damaged");
  }
  return dictionary;
}

void TagDictionary::save(ModelFileWriter& writer, const std::string& prefix) const {
  SectionWriter keys;
  keys.write(by_upos_ ? kFormsAndUpos : kForms);
  writer.add(prefix + kDictionaryKeysSection, keys.bytes());
  writer.add(prefix + kDictionarySection, std::as_bytes(entries_));
  writer.add(prefix + kDictionaryTagsSection, std::as_bytes(tags_));
}

void TagCandidates::find(const TagSet& tags, const TagDictionary& dictionary,
                         const Sentence& sentence, std::vector<std::span<const Tag>>& candidates) {
  const bool scripts = tags.has(Field::kLemma);
  const auto words = static_cast<std::size_t>(sentence.size());
  candidates.resize(words);
  applicable_.resize(std::max(applicable_.size(), words));
  for (std::size_t i = 0; i < words; ++i) {
    const auto word = static_cast<Node>(i + 1);
    candidates[i] = dictionary.find(sentence, word, true);
    if (!scripts) continue;
    const auto applies = [&](Tag script) { return tags.may_have(sentence.form(word), script); };
    if (candidates[i].size() == 1 && applies(candidates[i].front())) continue;
    std::vector<Tag>& applicable = applicable_[i];
    applicable.clear();
    std::ranges::copy_if(candidates[i], std::back_inserter(applicable), applies);
    if (applicable.empty()) {
      for (std::size_t script = 0; script < tags.size(); ++script) {
        if (applies(static_cast<Tag>(script))) applicable.push_back(static_cast<Tag>(script));
      }
    }
    candidates[i] = applicable;
  }
}

}  // namespace panarc
