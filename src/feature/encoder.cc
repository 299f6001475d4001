#include "feature/encoder.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "io/utf8.h"
#include "treebank/mirror.h"
#include "treebank/misc_field.h"

namespace panarc {
namespace {

/// Hashes texts; the attribute distinguishes equal texts. Never 0.
std::uint64_t hash_text(Attribute attribute, std::string_view text) {
  return XXH3_64bits_withSeed(text.data(), text.size(), static_cast<XXH64_hash_t>(attribute)) | 1U;
}

std::uint64_t hash_field(Attribute attribute, std::string_view text) {
  return text == "_" ? 0 : hash_text(attribute, text);
}

/// The last characters; empty if there are too few.
std::string_view suffix(std::string_view text, int characters) {
  std::size_t at = text.size();
  for (int i = 0; i < characters; ++i) {
    if (at == 0) return {};
    --at;
    while (at > 0 && is_continuation(text[at])) --at;
  }
  return text.substr(at);
}

std::string_view prefix(std::string_view text, int characters) {
  std::size_t at = 0;
  for (int i = 0; i < characters; ++i) {
    if (at == text.size()) return {};
    ++at;
    while (at < text.size() && is_continuation(text[at])) ++at;
  }
  return text.substr(0, at);
}

char kind_of(char byte) {
  if (byte >= 'a' && byte <= 'z') return 'x';
  if (byte >= 'A' && byte <= 'Z') return 'X';
  if (byte >= '0' && byte <= '9') return '0';
  if (static_cast<unsigned char>(byte) >= 0x80U) return 'u';
  return byte;
}

/// `Xx` for "Word", `0.0` for "12.5": runs of one kind of character count once.
std::uint64_t shape(std::string_view text) {
  std::array<char, 8> kinds{};
  std::size_t size = 0;
  for (const char byte : text) {
    const char kind = kind_of(byte);
    if (size > 0 && kinds[size - 1] == kind) continue;
    if (size == kinds.size()) break;
    kinds[size++] = kind;
  }
  return hash_text(Attribute::kShape, {kinds.data(), size});
}

std::uint64_t hash_part(Attribute attribute, std::string_view part) {
  return part.empty() ? 0 : hash_text(attribute, part);
}

std::vector<WordTexts> texts_of(const Sentence& sentence, bool backwards) {
  const auto text = [](std::string_view field) {
    return field == "_" ? std::string() : std::string(field);
  };
  std::vector<WordTexts> texts;
  for (Node word = 1; word <= sentence.size(); ++word) {
    texts.push_back({std::string(sentence.form(word)), text(sentence.lemma(word)),
                     text(sentence.upos(word)), text(sentence.xpos(word)),
                     text(sentence.feats(word))});
  }
  if (backwards) std::ranges::reverse(texts);
  return texts;
}

}  // namespace

std::uint64_t word_hash(Attribute attribute, std::string_view text) {
  return hash_text(attribute, text);
}

std::uint64_t WordEncoder::value(const Sentence& sentence, Node word,
                                 const WordColumn& column) const {
  const Attribute attribute = column.attribute;
  switch (attribute) {
    case Attribute::kForm:
    case Attribute::kLemma: {
      const std::uint64_t hash = attribute == Attribute::kForm
                                     ? hash_text(attribute, sentence.form(word))
                                     : hash_field(attribute, sentence.lemma(word));
      return hash != 0 && known_ != nullptr && !known_->contains(hash) ? kUnknownWord : hash;
    }
    case Attribute::kUpos:
      return hash_field(attribute, sentence.upos(word));
    case Attribute::kXpos:
      return hash_field(attribute, sentence.xpos(word));
    case Attribute::kFeats:
      if (!column.name.empty()) {
        const auto value = misc_value(sentence.feats(word), column.name);
        return value ? hash_text(attribute, *value) : 0;
      }
      return hash_field(attribute, sentence.feats(word));
    case Attribute::kSuffix:
      return hash_part(attribute, suffix(sentence.form(word), column.number));
    case Attribute::kPrefix:
      return hash_part(attribute, prefix(sentence.form(word), column.number));
    case Attribute::kShape:
      return shape(sentence.form(word));
    case Attribute::kLower:
      return hash_text(attribute, lower_case(sentence.form(word)));
    case Attribute::kEmbedding:
      return embeddings_ == nullptr ? 0 : embeddings_->number(sentence.form(word));
    default:
      return 0;
  }
}

void WordEncoder::set_tags(std::span<const std::string> tags) {
  std::vector<std::uint64_t> values;
  values.reserve(tags.size());
  for (const std::string& tag : tags) values.push_back(hash_text(Attribute::kUpos, tag));
  tag_values_ = std::make_shared<const std::vector<std::uint64_t>>(std::move(values));
}

void WordEncoder::encode(const Sentence& sentence, EncodedSentence& encoded) const {
  encoded.reset(sentence.size(), columns_.size());
  encoded.set_tag_values(tag_values_);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    encoded.set(kRoot, i,
                columns_[i].attribute == Attribute::kEmbedding ? 0 : mix_bits(kUnknownWord));
  }
  const bool backwards = direction_ == Direction::kRightToLeft;
  if (std::ranges::find(columns_, Attribute::kFunction, &WordColumn::attribute) != columns_.end()) {
    encoded.set_texts(texts_of(sentence, backwards));
  }
  for (Node word = 1; word <= sentence.size(); ++word) {
    const Node row = backwards ? mirrored(word, sentence.size()) : word;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      encoded.set(row, i, value(sentence, word, columns_[i]));
    }
  }
}

}  // namespace panarc
